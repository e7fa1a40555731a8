"""Images are built from every committed file that they need."""

import re
import subprocess
from pathlib import PurePosixPath

from deploy.local.layout import ROOT


def compile_pattern(line: str) -> re.Pattern[str]:
    """Docker's pattern: `*` stays within a folder, `**` does not, a final slash is ignored."""
    text = re.escape(line.rstrip("/")).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
    return re.compile(text)


def test_leaves_out_no_committed_file_but_tests() -> None:
    patterns = [compile_pattern(line) for line in (ROOT / ".dockerignore").read_text().split()]
    listed = subprocess.run(
        ["git", "ls-files", "frontend", "services", "libs", "gateway"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    files = [PurePosixPath(line) for line in listed.stdout.splitlines()]
    ignored = [
        file
        for file in files
        if "tests" not in file.parts
        and any(
            pattern.fullmatch(str(part)) for part in (file, *file.parents) for pattern in patterns
        )
    ]
    assert ignored == []
