"""Things are made again exactly when what they are made from has changed."""

from pathlib import Path

import pytest

from deploy.local import build, layout
from deploy.local.build import Stamp
from deploy.local.layout import digest


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(layout, "ROOT", tmp_path)
    monkeypatch.setattr(build, "LOCAL", tmp_path / ".local")
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.ts").write_text("one")
    return tmp_path


class TestDigest:
    def test_changes_with_content_names_and_extras(self, root: Path) -> None:
        source = root / "source"
        seen = {digest([source]), digest([source], "extra")}
        (source / "a.ts").write_text("two")
        seen.add(digest([source]))
        (source / "a.ts").rename(source / "b.ts")
        seen.add(digest([source]))
        (source / "c.ts").write_text("")
        seen.add(digest([source]))
        assert len(seen) == 5

    def test_does_not_change_with_what_is_generated(self, root: Path) -> None:
        before = digest([root / "source"])
        for name in ("node_modules", "dist", "__pycache__"):
            (root / "source" / name).mkdir()
            (root / "source" / name / "made").write_text("anything")
        assert digest([root / "source"]) == before

    def test_does_not_change_with_the_generated_clients(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clients = root / "source"
        before = digest([clients])
        monkeypatch.setattr(layout, "_CLIENTS", clients)
        (clients / "catalog").mkdir()
        (clients / "catalog" / "index.ts").write_text("anything")
        assert digest([clients]) == before


class TestStamp:
    def test_holds_for_the_same_inputs_only(self, root: Path) -> None:
        made = root / "made"
        made.touch()
        stamp = Stamp("thing", made)
        assert not stamp.holds("hash-1")
        stamp.set("hash-1")
        assert stamp.holds("hash-1")
        assert not stamp.holds("hash-2")

    def test_does_not_hold_when_the_thing_was_deleted(self, root: Path) -> None:
        made = root / "made"
        made.touch()
        stamp = Stamp("thing", made)
        stamp.set("hash")
        made.unlink()
        assert not stamp.holds("hash")


def test_the_lock_lists_uv_with_its_hashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []
    monkeypatch.setattr(
        build, "run", lambda command: commands.append((command, Path(command[-1]).read_text()))
    )
    build._install_uv()
    (command, requirements), *_ = commands
    assert "--require-hashes" in command
    assert requirements.startswith("uv==")
    assert requirements.count("==") == 1
    assert "--hash=sha256:" in requirements
