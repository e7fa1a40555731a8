"""PDFs for print, typeset by Typst from a service's template.

A separate process (`typesetting`) with limited memory and time makes them. Equal contents give
equal bytes. They are PDF/A-3a (ISO 19005-3): embedded fonts, tags and attached files. If the fonts
lack a letter, the result is a plain PDF 1.7.

A template is a `.typ` file of the service. `typesetting/paper.typ` is copied beside it and provides
`data`, `code`, `picture`, `attach-all` and texts by language.
"""

import asyncio
import base64
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from structlog import get_logger

log = get_logger(__name__)

MEDIA_TYPE = "application/pdf"
PORTION = 50
"""PDFs per process, whose start costs as much as about 50 of them."""
_AT_ONCE = asyncio.Semaphore(2)
_SECONDS = 60.0
# The process gets no credentials, one thread, and a proxy that leads nowhere.
_NOWHERE = "http://127.0.0.1:9"
_ENVIRONMENT = {
    "RAYON_NUM_THREADS": "1",
    "HTTP_PROXY": _NOWHERE,
    "HTTPS_PROXY": _NOWHERE,
    "ALL_PROXY": _NOWHERE,
}


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text file embedded in the PDF."""

    text: str
    media_type: str


@dataclass(frozen=True, slots=True)
class Paper:
    """The contents of one PDF."""

    data: Mapping[str, Any]
    """Template data as JSON; its texts are printed literally."""
    made_at: datetime
    """Creation date in the PDF's metadata."""
    codes: Mapping[str, str] = field(default_factory=dict)
    """Texts of QR codes by the template's names."""
    attachments: Mapping[str, Attachment] = field(default_factory=dict)
    """Attachments by file name."""


async def render(
    template: Path, papers: Sequence[Paper], pictures: Mapping[str, bytes] | None = None
) -> list[bytes | None]:
    """Render PDFs in the order of `papers`; None, with a log line, for each that fails.

    `pictures` (WebP, PNG or JPEG) are shared, by the names in the data. A paper that exhausts
    memory or time does not affect the others.
    """
    made: list[bytes | None] = []
    for begin in range(0, len(papers), PORTION):
        made += await _portion(template, papers[begin : begin + PORTION], pictures or {})
    return made


async def render_page(template: Path, paper: Paper, pictures: Mapping[str, bytes]) -> bytes | None:
    """Render the first page as a PNG preview; None if that fails."""
    made = await _run_process(template, [paper], pictures, form="png")
    return made[0] or None if made else None


async def _portion(
    template: Path, papers: Sequence[Paper], pictures: Mapping[str, bytes]
) -> list[bytes | None]:
    made = await _run_process(template, papers, pictures)
    if made is not None:
        return [pdf or None for pdf in made]
    if len(papers) == 1:
        return [None]
    middle = len(papers) // 2
    halves = (papers[:middle], papers[middle:])
    return [pdf for half in halves for pdf in await _portion(template, half, pictures)]


async def _run_process(
    template: Path, papers: Sequence[Paper], pictures: Mapping[str, bytes], form: str = "pdf"
) -> list[bytes] | None:
    """Return the output of the process, or None if it failed."""
    asked = {
        "form": form,
        "papers": [_as_json(paper) for paper in papers],
        "pictures": {name: base64.b64encode(each).decode() for name, each in pictures.items()},
    }
    async with _AT_ONCE:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "kit.documents.typesetting", str(template),
            env=_ENVIRONMENT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            async with asyncio.timeout(_SECONDS):
                content, said = await process.communicate(json.dumps(asked).encode())
        except TimeoutError:
            content, said = b"", b"it took too long"
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    if process.returncode or said:
        log.error(
            "papers were not made",
            template=template.name,
            exit=process.returncode,
            said=said.decode(errors="replace")[-2000:],
        )
    return None if process.returncode else [*map(base64.b64decode, json.loads(content))]


def _as_json(paper: Paper) -> dict[str, Any]:
    files = {
        name: {"text": file.text, "type": file.media_type}
        for name, file in paper.attachments.items()
    }
    return {
        "data": paper.data,
        "made_at": int(paper.made_at.timestamp()),
        "codes": paper.codes,
        "attachments": files,
    }
