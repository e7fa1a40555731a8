"""Settings: sources of secrets, and rejection of weak ones in production."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from kit.core.config import SHORTEST_SECRET, Environment, KitSettings
from pydantic import SecretStr, ValidationError

GOOD = "3f9c1a7be2d84056b1c7"
DATABASE = f"postgresql://service:{GOOD}@127.0.0.1/service"
BROKER = f"amqp://service:{GOOD}@127.0.0.1:5672/"


class Settings(KitSettings):
    key: SecretStr = SecretStr("a default that is long enough")
    earlier_key: SecretStr | None = None
    mail_url: str = "smtp://127.0.0.1:25"


def production(**values: object) -> Settings:
    given: dict[str, Any] = {
        "env": Environment.PRODUCTION,
        "public_url": "https://itqan.example",
        "database_url": DATABASE,
        "broker_url": BROKER,
        "key": GOOD,
    }
    return Settings(**(given | values))


class TestProduction:
    def test_takes_good_secrets(self) -> None:
        assert len(GOOD) == SHORTEST_SECRET
        assert production(earlier_key=GOOD, mail_url=f"smtp://a:{GOOD}@mail").key

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"key": GOOD[:-1]}, "ITQAN_KEY holds a secret of less than 20"),
            ({"key": "a default that is long enough"}, "ITQAN_KEY must be set"),
            ({"key": f"{GOOD}-for-trying-out"}, "ITQAN_KEY holds a secret of the repository"),
            ({"earlier_key": "short"}, "ITQAN_EARLIER_KEY holds"),
            ({"database_url": "postgresql://service@127.0.0.1/x"}, "DATABASE_URL has no password"),
            ({"database_url": "postgresql://a:itqan@127.0.0.1/x"}, "DATABASE_URL holds"),
            ({"database_url": "postgresql://a:" + "%41" * 7 + "@h/x"}, "DATABASE_URL holds"),
            ({"broker_url": "amqp://guest:guest@127.0.0.1/"}, "BROKER_URL holds"),
            ({"broker_url": "amqp://127.0.0.1/"}, "BROKER_URL has no password"),
            ({"mail_url": "smtps://a:mail@mail.example"}, "MAIL_URL holds"),
            ({"files_url": "s3://key:secret@bucket/prefix"}, "FILES_URL holds"),
            ({"public_url": "http://itqan.example"}, "must be https"),
        ],
    )
    def test_refuses(self, values: dict[str, str], message: str) -> None:
        with pytest.raises(ValidationError, match=message):
            production(**values)

    def test_other_environments_take_anything(self) -> None:
        for env in (Environment.DEVELOPMENT, Environment.TEST):
            assert Settings(env=env, database_url="postgresql://x").env is env

    def test_development_that_people_reach_by_https_is_production_that_forgot_to_say_so(
        self,
    ) -> None:
        with pytest.raises(ValidationError, match="ITQAN_KEY must be set in production"):
            Settings(database_url=DATABASE, broker_url=BROKER, public_url="https://itqan.example")

    def test_a_refused_process_ends_and_does_not_print_the_secret(self) -> None:
        done = subprocess.run(
            [sys.executable, "-c", "from kit.core.config import KitSettings; KitSettings()"],
            env={
                "ITQAN_ENV": "production",
                "ITQAN_DATABASE_URL": DATABASE,
                "ITQAN_BROKER_URL": "amqp://a:swordfish@h/",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert "ITQAN_BROKER_URL" in done.stderr
        assert "swordfish" not in done.stderr
        assert GOOD not in done.stderr


class TestSources:
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "itqan_key").write_text(f"{GOOD}\n")
        (tmp_path / "itqan_database_url").write_text(DATABASE)
        monkeypatch.setenv("ITQAN_SECRETS_DIR", str(tmp_path))

    def test_a_secret_comes_from_a_file(self) -> None:
        settings = Settings()
        assert settings.key.get_secret_value() == GOOD
        assert settings.database_url == DATABASE

    def test_a_variable_may_name_the_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        named = tmp_path / "named"
        named.write_text(f"{GOOD[::-1]}\n")
        monkeypatch.setenv("ITQAN_KEY_FILE", str(named))
        assert Settings().key.get_secret_value() == GOOD[::-1], "before the folder"
        named.write_text("")
        assert Settings().key.get_secret_value() == GOOD, "an empty file says nothing"
        named.unlink()
        with pytest.raises(ValueError, match="ITQAN_KEY_FILE names a file that cannot be read"):
            Settings()

    def test_the_environment_comes_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ITQAN_KEY", "from the environment")
        assert Settings().key.get_secret_value() == "from the environment"

    def test_an_empty_file_of_the_folder_says_nothing_of_a_setting_in_json(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        class Provided(Settings):
            provider: dict[str, str] | None = None

        (tmp_path / "itqan_provider").touch()
        monkeypatch.setenv("ITQAN_SECRETS_DIR", str(tmp_path))
        assert Provided().provider is None

    def test_an_empty_variable_is_not_set(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ITQAN_KEY", "")
        assert Settings().key.get_secret_value() == GOOD
