"""Commands of `make check` and `make api`."""

from pathlib import Path

import pytest

from deploy.local import checks


def test_writing_the_openapi_document_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ITQAN_FILES_URL", (tmp_path / "files").as_uri())
    assert checks.openapi("identity").startswith("{")
    assert not (tmp_path / "files").exists()
