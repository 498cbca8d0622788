"""Words for the index and words of a question."""

import sqlite3
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.text.tokens import MAX_TOKEN_CHARS, index_tokens, query_terms

TEXTS = st.text(st.characters()) | st.text(
    alphabet=st.sampled_from("aBÉſßİΣ中文かナ한ไท้ខ្मि0９_-.:@+#'’,& \ud800\u200dᎠ")
)


@pytest.fixture(scope="module", params=["ascii", "unicode61 remove_diacritics 0 categories 'L* N* M*'"])
def words(request: pytest.FixtureRequest) -> Iterator[sqlite3.Connection]:
    """An FTS5 table with a tokenizer the tokens are made for."""
    database = sqlite3.connect(":memory:")
    database.execute(f'CREATE VIRTUAL TABLE words USING fts5(tokens, tokenize = "{request.param}")')
    database.execute("CREATE VIRTUAL TABLE terms USING fts5vocab(words, 'row')")
    yield database
    database.close()


@given(TEXTS)
def test_tokens_are_letters_digits_and_marks_in_lower_case(text: str) -> None:
    """No text raises, and no token needs quoting or splits."""
    for token in index_tokens(text) + query_terms(text):
        assert token
        assert len(token) <= MAX_TOKEN_CHARS
        assert token == token.lower()
        assert {unicodedata.category(char)[0] for char in token} <= {"L", "N", "M"}


@given(TEXTS)
def test_a_question_is_found_by_its_own_words(text: str) -> None:
    """Whatever a question asks for, the same text in the index has it; terms are distinct."""
    terms = query_terms(text)
    assert set(terms) <= set(index_tokens(text))
    assert len(set(terms)) == len(terms)
    assert bool(terms) == bool(index_tokens(text))


@given(TEXTS)
def test_the_index_keeps_each_token_whole(words: sqlite3.Connection, text: str) -> None:
    """FTS5 sees exactly these tokens, and finds each as a quoted string."""
    tokens = index_tokens(text)
    words.execute("DELETE FROM words")
    words.execute("INSERT INTO words VALUES (?)", (" ".join(tokens),))
    assert words.execute("SELECT coalesce(sum(cnt), 0) FROM terms").fetchone()[0] == len(tokens)
    for token in tokens:
        assert words.execute("SELECT count(*) FROM words WHERE words MATCH ?", (f'"{token}"',)).fetchone()[0] == 1


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("The decisions were running late", ["the", "decis", "were", "run", "late"]),
        ("v2.3.1", ["v2", "3", "1", "v2ᐧ3ᐧ1"]),
        ("192.168.1.5", ["192", "168", "1", "5", "192ᐧ168ᐧ1ᐧ5"]),
        ("user_id", ["user", "id", "userᐧid"]),
        ("foo@bar.com", ["foo", "bar", "com", "fooᐧbarᐧcom"]),
        ("a:b", ["a", "b", "aᐧb"]),
        ("C++ and C#", ["c", "cplusplus", "and", "c", "csharp"]),
        ("userId", ["userid", "user", "id"]),
        ("HTTPServer Python3", ["httpserver", "http", "server", "python3", "python"]),
        ("ECONNREFUSED", ["econnrefus"]),
        ("20,000 cats", ["20000", "cat"]),
        ("don't John's we'll", ["do", "john", "we"]),
        ("café", ["café", "cafe"]),
        ("Привет мир", ["привет", "мир"]),
        ("हिन्दी", ["हिन्दी"]),
        ("数据库", ["数", "据", "库", "数据", "据库"]),
        ("用Python写", ["用", "python", "写"]),
        ("カタ", ["カ", "タ", "カタ"]),
        ("세계", ["세", "계", "세계"]),
        ("ครับ", ["ค", "รั", "บ", "ครั", "รับ"]),
        ("ＡＢＣ１２", ["abc12", "abc"]),
        ("می\u200cخواهم", ["میخواهم"]),
        ("!? …", []),
    ],
)
def test_words_are_kept_as_they_will_be_asked_for(text: str, tokens: list[str]) -> None:
    """Stems, identifiers whole and in parts, characters and pairs."""
    assert index_tokens(text) == tokens


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What did we decide about the database?", ["decid", "databas"]),
        ("我们上次决定用什么数据库？", ["上次", "次决", "决定", "定用", "用什", "数据", "据库"]),
        ("茶", ["茶"]),
        ("喝茶", ["喝茶"]),
        ("what is it", ["what", "is", "it"]),
        ("什么", ["什么"]),
        ("user_id user-id", ["user", "id", "userᐧid"]),
        ('AND "x" * - NEAR(', ["x", "near"]),
        ("", []),
    ],
)
def test_questions_ask_for_what_tells(question: str, terms: list[str]) -> None:
    """Function words go while anything else remains; single characters only where they stand alone."""
    assert query_terms(question) == terms


@pytest.mark.parametrize(
    ("question", "stored"),
    [
        ("econnrefused", "It failed with ECONNREFUSED"),
        ("CAFÉ", "the cafe"),
        ("cafe", "un café"),
        ("ｐｏｒｔ　８０８０", "port 8080"),
        ("cplusplus", "C++"),
        ("user.id", "USER_ID"),
    ],
)
def test_spellings_of_one_name_meet(question: str, stored: str) -> None:
    """Case, accents, width and joining signs do not keep a name from being found."""
    assert set(query_terms(question)) & set(index_tokens(stored))


def test_long_texts_and_long_words_are_no_trouble() -> None:
    """100,000 characters of any kind come through, and a giant word is cut."""
    assert len(index_tokens("数据库选型" * 20_000)) == 199_999
    assert index_tokens("a" * 100_000) == ["a" * MAX_TOKEN_CHARS]
    assert query_terms("a-" * 50_000)[0] == "a"
