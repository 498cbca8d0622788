"""Settings: what wins over what, what is refused, and what is named."""

import sys
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory import settings as module
from mcp_memory.engine.domain.errors import InvalidSetting
from mcp_memory.engine.domain.policies import (
    DecayPolicy,
    EmbeddingPolicy,
    ReasonerPolicy,
    RecallPolicy,
    StorePolicy,
)
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.settings import Settings, Source, allowed, described, variable


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "数据 folder"


def read(home: Path, config: str | bytes = "", **environ: str) -> Settings:
    """Settings of a folder with this config file, in an environment of these variables alone."""
    if config:
        home.mkdir(exist_ok=True)
        (home / "config.toml").write_bytes(config if isinstance(config, bytes) else config.encode())
    return Settings.read({"MCP_MEMORY_HOME": str(home), **environ})


def source_of(settings: Settings, name: str) -> Source:
    return next(shown.source for shown in settings.shown() if shown.name == name)


class TestPrecedence:
    def test_defaults(self, home: Path) -> None:
        """Without anything set, the policies are those the engine has by itself."""
        settings = read(home)
        assert (settings.user, settings.project, settings.session) == ("me", "", "")
        assert settings.recall_policy == RecallPolicy()
        assert settings.decay_policy == DecayPolicy()
        assert settings.store_policy == StorePolicy()
        assert settings.embedding_policy == EmbeddingPolicy()
        assert settings.reasoner_policy == ReasonerPolicy()
        assert source_of(settings, "user") is Source.DEFAULT

    def test_the_config_file_goes_over_the_defaults(self, home: Path) -> None:
        settings = read(home, 'user = "ada"\nmax_weak = 1\n')
        assert (settings.user, settings.max_weak) == ("ada", 1)
        assert source_of(settings, "user") is Source.FILE

    def test_the_environment_goes_over_the_config_file(self, home: Path) -> None:
        settings = read(home, 'user = "ada"', MCP_MEMORY_USER="bob")
        assert settings.user == "bob"
        assert source_of(settings, "user") is Source.ENVIRONMENT

    def test_an_empty_variable_is_not_set(self, home: Path) -> None:
        """Clients hand on empty strings for what a person left open."""
        assert read(home, 'user = "ada"', MCP_MEMORY_USER="  ").user == "ada"

    def test_the_agents_environment_gives_project_and_session(self, home: Path) -> None:
        agent = {"CLAUDE_PROJECT_DIR": str(home / "atlas"), "CLAUDE_CODE_SESSION_ID": "abc"}
        settings = read(home, 'project = "written"', **agent)
        assert (settings.project, settings.session) == ("atlas", "abc")
        assert source_of(settings, "project") is Source.AGENT
        assert read(home, **agent, MCP_MEMORY_PROJECT="mine").project == "mine"

    def test_an_agents_folder_without_a_name_gives_no_project(self, home: Path) -> None:
        assert read(home, CLAUDE_PROJECT_DIR=Path(home.anchor).as_posix()).project == ""

    def test_a_folder_name_outside_utf8_does_not_stop_the_start(self, home: Path) -> None:
        assert read(home, CLAUDE_PROJECT_DIR="/src/at\udce9las").project == "at?las"


class TestHome:
    def test_the_platforms_data_folder_is_the_default(self) -> None:
        settings = Settings.read({})
        assert settings.home.name == "mcp-memory"
        assert settings.home.is_absolute()

    def test_a_relative_folder_and_a_tilde_are_made_absolute(self) -> None:
        assert Settings.read({"MCP_MEMORY_HOME": "here"}).home == Path.cwd() / "here"
        assert Settings.read({"MCP_MEMORY_HOME": "~/there"}).home == Path.home() / "there"

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows makes up a folder for any name")
    def test_an_unknown_users_home_is_refused(self) -> None:
        with pytest.raises(InvalidSetting, match="MCP_MEMORY_HOME"):
            Settings.read({"MCP_MEMORY_HOME": "~nobody-by-that-name/x"})

    @pytest.mark.parametrize("name", ["MCP_MEMORY_HOME", "MCP_MEMORY_DATABASE_URL"])
    def test_a_database_server_is_refused_without_repeating_its_address(self, name: str) -> None:
        with pytest.raises(InvalidSetting, match=name) as refused:
            Settings.read({name: "postgresql://ada:hunter2@example/db"})
        assert "not supported yet" in refused.value.message
        assert "hunter2" not in refused.value.message


class TestConfigFile:
    def test_a_byte_order_mark_is_skipped(self, home: Path) -> None:
        assert read(home, b'\xef\xbb\xbfuser = "ada"').user == "ada"

    @pytest.mark.parametrize(
        ("config", "reason"),
        [(b"user = ", "not valid TOML"), (b'user = "\xff"', "not UTF-8"), (b'home = "/elsewhere"', "cannot be set")],
    )
    def test_a_broken_file_is_named_with_the_reason(self, home: Path, config: bytes, reason: str) -> None:
        with pytest.raises(InvalidSetting, match=reason) as refused:
            read(home, config)
        assert "config.toml" in refused.value.message

    def test_a_folder_in_its_place_is_named(self, home: Path) -> None:
        (home / "config.toml").mkdir(parents=True)
        with pytest.raises(InvalidSetting, match="cannot be read"):
            read(home)

    def test_a_file_in_the_place_of_the_data_folder_is_for_the_engine_to_refuse(self, home: Path) -> None:
        home.write_text("")
        assert read(home).user == "me"

    def test_rates_of_projects(self, home: Path) -> None:
        """A table in the file and pairs in the environment mean the same."""
        assert read(home, "[decay_projects]\natlas = 0.01\n").decay_policy.project_rates == {"atlas": 0.01}
        settings = read(home, MCP_MEMORY_DECAY_PROJECTS="atlas=0.01, zoo = 0.05,")
        assert settings.decay_policy.project_rates == {"atlas": 0.01, "zoo": 0.05}
        assert ("decay_projects", "atlas=0.01, zoo=0.05") in {(shown.name, shown.value) for shown in settings.shown()}


class TestRefusals:
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("durability", "sometimes"),
            ("decay_floor", "1.5"),
            ("decay_floor", "nan"),
            ("max_weak", "three"),
            ("user", "x" * 201),
            ("tool_prefix", "My-Tools"),
            ("decay_projects", "atlas"),
            ("decay_projects", "atlas=7"),
            ("model", "../models"),
        ],
    )
    def test_an_invalid_value_is_named_with_what_is_allowed(self, home: Path, name: str, value: str) -> None:
        """The value itself is not repeated: people paste keys into the wrong variable."""
        with pytest.raises(InvalidSetting) as refused:
            read(home, **{variable(name): value})
        assert f"{variable(name)} must be {allowed(name)}" in refused.value.message
        assert "\n" not in refused.value.message
        assert value not in refused.value.message.replace(allowed(name), "")

    def test_all_are_named_at_once_and_where_they_stand(self, home: Path) -> None:
        with pytest.raises(InvalidSetting) as refused:
            read(home, "max_weak = 1.5\nuser = 7", MCP_MEMORY_LOG_LEVEL="loud", CLAUDE_CODE_SESSION_ID="s" * 300)
        assert "user in config.toml must be text of up to 200 characters" in refused.value.message
        assert "max_weak in config.toml must be a whole number from 0 to 50" in refused.value.message
        assert "MCP_MEMORY_LOG_LEVEL must be debug or info or warning or error" in refused.value.message
        assert "CLAUDE_CODE_SESSION_ID must be" in refused.value.message

    def test_unknown_names_are_named_with_the_closest_known_one(self, home: Path) -> None:
        settings = read(home, "max_week = 1\nzzz = 1", MCP_MEMORY_DECAY_EPISODC="0.02", OTHER="x")
        assert settings.warnings == (
            "MCP_MEMORY_DECAY_EPISODC is not a setting; did you mean MCP_MEMORY_DECAY_EPISODIC?",
            "config.toml: max_week is not a setting; did you mean max_weak?",
            "config.toml: zzz is not a setting",
        )

    @given(st.dictionaries(st.sampled_from(module.NAMES[1:]), st.text(max_size=30), max_size=4))
    def test_any_text_is_read_or_refused_in_one_line(self, given_values: dict[str, str]) -> None:
        environ = {variable(name): value for name, value in given_values.items()}
        refusals: list[str] = []
        try:
            Settings.read({"MCP_MEMORY_HOME": "nowhere", **environ})
        except InvalidSetting as refused:
            refusals.append(refused.message)
        assert not any("\n" in message for message in refusals)


class TestEveryNumber:
    def test_every_number_of_the_policies_is_a_setting(self, home: Path) -> None:
        """Move every setting off its default: no field of a policy stays where it was."""
        defaults = read(home)
        moved = {"durability": "full", "decay_projects": "atlas=0.03"}
        for name in module.NAMES:
            match getattr(defaults, name):
                case float():
                    moved[name] = "0.05"
                case int(number):
                    moved[name] = str(number // 2 if name not in {"min_observations", "min_scenes"} else number + 1)
                case _:
                    pass
        settings = read(home, **{variable(name): value for name, value in moved.items()})
        pairs = (
            (settings.recall_policy, RecallPolicy()),
            (settings.decay_policy, DecayPolicy()),
            (settings.store_policy, StorePolicy()),
            (settings.embedding_policy, EmbeddingPolicy()),
        )
        fading = settings.fading_policy
        assert (fading.hot_days, fading.warm_days, fading.often, fading.stale_days) == (0.05, 0.05, 2, 0.05)
        assert (fading.retention_days, fading.recall_log_days, fading.sample_per_day) == (0.05, 0.05, 0)
        for policy, default in pairs:
            for field in fields(default):
                assert getattr(policy, field.name) != getattr(default, field.name), field.name
        assert settings.recall_policy.decay == settings.decay_policy
        assert all(settings.decay_policy.rates[layer] == 0.05 for layer in Layer)

    def test_every_setting_says_what_it_is_for_and_what_it_allows(self) -> None:
        assert all(described(name) and allowed(name) for name in module.NAMES)

    def test_settings_are_frozen(self, home: Path) -> None:
        with pytest.raises(ValueError, match="frozen"):
            read(home).user = "eve"


class TestQdrant:
    def test_the_key_is_shown_nowhere(self, home: Path) -> None:
        settings = read(home, MCP_MEMORY_QDRANT_URL="http://localhost:6333", MCP_MEMORY_QDRANT_API_KEY="open sesame")
        assert settings.qdrant_api_key.get_secret_value() == "open sesame"
        assert "sesame" not in repr((settings, str(settings), settings.shown()))

    @pytest.mark.parametrize("url", ["localhost:6333", "ftp://host", "http://me:secret@host", "http://a b"])
    def test_an_address_of_another_form_is_refused_and_not_repeated(self, home: Path, url: str) -> None:
        with pytest.raises(InvalidSetting, match="MCP_MEMORY_QDRANT_URL must be an address") as refused:
            read(home, MCP_MEMORY_QDRANT_URL=url)
        assert url not in refused.value.message

    def test_a_server_and_a_folder_at_once_are_refused(self, home: Path) -> None:
        """Nobody should have to guess where the index is."""
        with pytest.raises(InvalidSetting, match="MCP_MEMORY_QDRANT_PATH must be a folder"):
            read(home, MCP_MEMORY_QDRANT_PATH="index", MCP_MEMORY_QDRANT_URL="http://host")
        assert read(home, MCP_MEMORY_QDRANT_PATH="index").qdrant_path == "index"


class TestReasoner:
    KEY = "sk-ant-open-sesame"

    def test_the_key_and_address_of_anthropics_own_programs_answer(self, home: Path) -> None:
        settings = read(home, ANTHROPIC_API_KEY=self.KEY, ANTHROPIC_BASE_URL="http://127.0.0.1:8/gateway")
        assert settings.anthropic_api_key.get_secret_value() == self.KEY
        assert settings.reasoner_policy.base_url == "http://127.0.0.1:8/gateway"
        assert settings.asks_a_model
        ours = read(home, ANTHROPIC_API_KEY=self.KEY, MCP_MEMORY_ANTHROPIC_API_KEY="sk-ours")
        assert ours.anthropic_api_key.get_secret_value() == "sk-ours"

    def test_the_key_is_shown_nowhere(self, home: Path) -> None:
        settings = read(home, ANTHROPIC_API_KEY=self.KEY)
        assert "sesame" not in repr((settings, str(settings), settings.shown(), settings.reasoner_policy))

    def test_a_model_is_asked_only_where_there_is_a_key_and_nobody_says_otherwise(self, home: Path) -> None:
        assert not read(home).asks_a_model
        assert not read(home, ANTHROPIC_API_KEY=self.KEY, MCP_MEMORY_REASONER="rules").asks_a_model
        assert read(home, ANTHROPIC_API_KEY=self.KEY, MCP_MEMORY_REASONER="anthropic").asks_a_model

    def test_asking_for_the_model_without_a_key_is_refused(self, home: Path) -> None:
        """Whoever names it should not find out from worse memories that it was never asked."""
        with pytest.raises(InvalidSetting, match=r"MCP_MEMORY_REASONER must be .* where ANTHROPIC_API_KEY is set"):
            read(home, MCP_MEMORY_REASONER="anthropic")
        with pytest.raises(InvalidSetting, match=r"reasoner in config\.toml must be"):
            read(home, 'reasoner = "anthropic"', ANTHROPIC_API_KEY=" ")

    @pytest.mark.parametrize("key", ["two words", "schlüssel", "a\nb", "x" * 1_001])
    def test_a_key_that_no_header_can_hold_is_refused_and_not_repeated(self, home: Path, key: str) -> None:
        with pytest.raises(InvalidSetting, match="ANTHROPIC_API_KEY must be a key") as refused:
            read(home, ANTHROPIC_API_KEY=key)
        assert key not in refused.value.message

    @pytest.mark.parametrize("url", ["api.anthropic.com", "https://me:secret@gateway", "https://a b"])
    def test_an_address_of_another_form_is_refused_and_not_repeated(self, home: Path, url: str) -> None:
        with pytest.raises(InvalidSetting, match="ANTHROPIC_BASE_URL must be an address") as refused:
            read(home, ANTHROPIC_BASE_URL=url)
        assert url not in refused.value.message

    def test_model_wait_prices_and_ceilings_are_settings(self, home: Path) -> None:
        settings = read(
            home,
            "reasoner_tokens_per_hour = 1000\nreasoner_dollars_per_hour = 0.5\n",
            MCP_MEMORY_ANTHROPIC_MODEL="claude-sonnet-5-5",
            MCP_MEMORY_ANTHROPIC_TIMEOUT_SECONDS="7",
            MCP_MEMORY_ANTHROPIC_INPUT_PRICE="2",
            MCP_MEMORY_ANTHROPIC_OUTPUT_PRICE="10",
        )
        assert settings.reasoner_policy == ReasonerPolicy(
            model="claude-sonnet-5-5",
            timeout_seconds=7,
            tokens_per_hour=1_000,
            dollars_per_hour=0.5,
            input_price=2,
            output_price=10,
        )
