"""What is only said to keep a conversation going."""

import pytest

from mcp_memory.engine.detection.chatter import is_chatter


@pytest.mark.parametrize(
    "text",
    [
        "Hi!",
        "Good morning, everyone.",
        "Thanks a lot, that's great.",
        "OK, got it.",
        "👍",
        "",
        "What time is it?",
        "what's the weather like in Oslo",
        "Show me the file.",
        "Ok, now show me the tests.",
        "Let me look at the logs.",
        "Now let's run the tests.",
        "Please write a function that sorts a list.",
        "I need your help with my essay.",
        "I'd like to know how DNS works.",
        "Here is the result.",
        "Moving on to the next file.",
        "好的，我来看看。",
        "收到，谢谢！",
        "现在几点了？",
        "给我看看那个文件",
        "请帮我翻译这段话。",
        "接下来我们看下一个文件。",
        "早上好！",
        "嗯嗯，明白了。",
    ],
)
def test_greetings_thanks_look_ups_transitions_and_requests_are_chatter(text: str) -> None:
    assert is_chatter(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hi! We decided to use Redis.",
        "Please always answer in German.",
        "Give me the report by Friday.",
        "Remind me to call Ana.",
        "The API listens on port 8443.",
        "I prefer tea.",
        "好的，我们决定用 Redis。",
        "以后请用中文回答。",
        "周三给我进度小结。",
        "记得交报销单。",
        "我住在杭州。",
    ],
)
def test_what_holds_anything_to_keep_is_not(text: str) -> None:
    assert not is_chatter(text)
