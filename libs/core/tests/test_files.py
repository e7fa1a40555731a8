"""Stored files in a folder."""

import asyncio
from pathlib import Path

from kit.core.files import Files


class TestFiles:
    async def test_a_file_comes_back_until_it_is_deleted(self, tmp_path: Path) -> None:
        folder = tmp_path / "a new folder"
        files = Files(folder.as_uri())
        await files.put("a/b.webp", b"123", "image/webp")
        assert await files.get("a/b.webp") == b"123"
        await asyncio.gather(files.delete("a/b.webp"), files.delete("never"))
        assert await files.get("a/b.webp") is None
        assert folder.is_dir()

    async def test_a_key_cannot_leave_the_folder(self, tmp_path: Path) -> None:
        (tmp_path / "secret").write_text("x")
        files = Files(f"file://{tmp_path}/inside")
        try:
            found = await files.get("../secret")
        except Exception:
            found = None
        assert found is None
