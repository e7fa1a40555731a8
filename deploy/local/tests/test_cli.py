"""Properties of every command."""

import os

import pytest

from deploy.local import cli


def test_bytecode_is_kept_where_an_image_forbids_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert cli.main(["help"]) == 0
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
