"""Secrets whose files change are taken over by the running process."""

from pathlib import Path
from typing import ClassVar

import pytest
from kit.core.config import Environment, KitSettings
from kit.security.rotation import Rotation, rotating
from kit.testing import eventually
from pydantic import SecretStr
from structlog import BoundLogger, wrap_logger
from structlog.testing import LogCapture

OLD, NEW = "old-3f9c1a7be2d84056b1c7", "new-3f9c1a7be2d84056b1c7"
URL = f"postgresql://service:{OLD}@127.0.0.1/service"


class Settings(KitSettings):
    rotated: ClassVar[frozenset[str]] = frozenset({"key", "key_before"})
    key: SecretStr = SecretStr("a default")
    key_before: SecretStr | None = None
    other: SecretStr = SecretStr("another default")

    @property
    def keys(self) -> list[str]:
        return [key.get_secret_value() for key in (self.key, self.key_before) if key]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "itqan_key").write_text(OLD)
    (tmp_path / "itqan_other").write_text(OLD)
    monkeypatch.setenv("ITQAN_SECRETS_DIR", str(tmp_path))
    monkeypatch.setenv("ITQAN_DATABASE_URL", URL)
    return tmp_path


def test_both_are_there_during_a_rotation_and_the_new_one_alone_after_it(folder: Path) -> None:
    settings = Settings()
    rotation = Rotation(settings)
    (folder / "itqan_key").write_text(f"{NEW}\n")
    (folder / "itqan_key_before").write_text(OLD)
    (folder / "itqan_other").write_text(NEW)
    rotation.look()
    assert settings.keys == [OLD], "a file that has just changed may be half written"
    rotation.look()
    assert settings.keys == [NEW, OLD]
    assert settings.other.get_secret_value() == OLD, "it is not one that can change"
    (folder / "itqan_key_before").unlink()
    rotation.look()
    rotation.look()
    assert settings.keys == [NEW]


def test_files_that_variables_name_change_as_those_of_the_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ITQAN_SECRETS_DIR")
    named = {"KEY": tmp_path / "named", "KEY_BEFORE": tmp_path / "named_before"}
    for name, file in named.items():
        monkeypatch.setenv(f"ITQAN_{name}_FILE", str(file))
    named["KEY"].write_text(OLD)
    named["KEY_BEFORE"].write_text("")
    settings = Settings()
    rotation = Rotation(settings)
    for keys in ([NEW, OLD], [NEW]):
        named["KEY"].write_text(keys[0])
        named["KEY_BEFORE"].write_text("".join(keys[1:]))
        rotation.look()
        rotation.look()
        assert settings.keys == keys
    named["KEY"].unlink()
    with pytest.raises(ValueError, match="ITQAN_KEY_FILE names a file that cannot be read"):
        rotation.look()
    assert settings.keys == [NEW]


def test_a_file_that_is_gone_or_empty_takes_no_secret_away(folder: Path) -> None:
    settings = Settings()
    rotation = Rotation(settings)
    for remove in (lambda file: file.write_text(""), Path.unlink):
        remove(folder / "itqan_key")
        rotation.look()
        rotation.look()
        assert settings.keys == [OLD]


def test_the_environment_comes_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ITQAN_KEY", "from the environment")
    settings = Settings()
    rotation = Rotation(settings)
    (folder / "itqan_key").write_text(NEW)
    rotation.look()
    rotation.look()
    assert settings.keys == ["from the environment"]


def test_what_production_refuses_is_not_taken_over_and_not_logged(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A logger of its own: what the usual one leaves out depends on what ran before in the process.
    logged = LogCapture()
    own = wrap_logger(None, processors=[logged], wrapper_class=BoundLogger)
    monkeypatch.setattr("kit.security.rotation.log", own)
    settings = Settings(
        env=Environment.PRODUCTION,
        public_url="https://itqan.example",
        broker_url=f"amqp://service:{OLD}@127.0.0.1/",
    )
    rotation = Rotation(settings)
    (folder / "itqan_key").write_text("swordfish")
    rotation.look()
    rotation.look()
    assert settings.keys == [OLD]
    said = str(logged.entries)
    assert "ITQAN_KEY holds a secret of less than 20" in said
    assert "swordfish" not in said


async def test_it_looks_by_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kit.security.rotation.EVERY_SECONDS", 0.01)
    settings = Settings()
    async with rotating(settings):
        (folder / "itqan_key").write_text(NEW)
        await eventually(lambda: settings.keys == [NEW])
