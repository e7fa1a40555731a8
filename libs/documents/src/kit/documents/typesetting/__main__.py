"""The process that typesets PDFs: `python -m kit.documents.typesetting <main template>`.

It reads its input as JSON from stdin, and only imports Typst and segno. Templates can read their
own folder, but not the rest of the disk or the network. Their input is data, never source.
"""

import base64
import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import segno
import typst
from kit.documents.sandbox import limit_resources

CPU_SECONDS = 60
MODEST = 10
"""Niceness of PDF batches, for which few users wait. Under load the process gets a tenth of a
processor.
"""
PDF_A = "a-3a"
"""ISO 19005-3, level A: tagged for screen readers, with attached files."""
PAGE_PPI = 120
"""Resolution of a preview."""
_HERE = Path(__file__).parent


def make(template: Path, asked: bytes) -> list[bytes]:
    """Return the PDFs, or PNGs of first pages, in order. A failed one is empty, and stderr has the
    reason.
    """
    asking = json.loads(asked)
    if asking["form"] == "pdf":
        os.nice(MODEST)
    with _folder(template, asking["pictures"]) as folder:
        fonts = typst.Fonts(
            include_system_fonts=False,
            include_embedded_fonts=False,
            font_paths=[str(_HERE / "fonts")],
        )
        compiler = typst.Compiler(
            folder / template.name,
            root=folder,
            font_paths=fonts,
            # An empty folder, so that templates find no installed packages.
            package_path=folder / "packages",
            package_cache_path=folder / "packages",
        )
        return [_render(compiler, paper, asking["form"]) for paper in asking["papers"]]


@contextmanager
def _folder(template: Path, pictures: dict[str, str]) -> Iterator[Path]:
    """Create the folder that the template can read: its files, `paper.typ` and the pictures."""
    with TemporaryDirectory(prefix="itqan-papers-") as name:
        folder = Path(name)
        for source in (*template.parent.glob("*.typ"), _HERE / "paper.typ"):
            shutil.copyfile(source, folder / source.name)
        (folder / "pictures").mkdir()
        for picture, content in pictures.items():
            (folder / "pictures" / picture).write_bytes(base64.b64decode(content))
        yield folder


def _render(compiler: typst.Compiler, paper: dict[str, Any], form: str) -> bytes:
    codes = {name: _code(text) for name, text in paper["codes"].items()}
    given = {key: paper[key] for key in ("data", "attachments")}
    inputs = {"paper": json.dumps({**given, "codes": codes})}
    if form == "png":
        pages = compiler.compile(format="png", sys_inputs=inputs, ppi=PAGE_PPI)
        return pages[0] if isinstance(pages, list) else pages or b""
    try:
        return _compile(compiler, inputs, paper["made_at"], [PDF_A])
    except typst.TypstError as error:
        # A letter missing in the fonts is printed as a box, which PDF/A forbids.
        if "could not be displayed" not in error.message:
            print(error.diagnostic or error.message, file=sys.stderr)  # noqa: T201
            return b""
    return _compile(compiler, inputs, paper["made_at"], [])


def _compile(
    compiler: typst.Compiler, inputs: dict[str, str], made_at: int, standards: list[Any]
) -> bytes:
    made = compiler.compile(
        format="pdf", sys_inputs=inputs, pdf_standards=standards, timestamp=made_at
    )
    assert isinstance(made, bytes)
    return made


def _code(text: str) -> str:
    """Create a QR code as SVG, readable from 2 cm and with 15 % error correction (ISO/IEC 18004,
    level M).
    """
    svg: str = segno.make(text, error="m", micro=False).svg_inline(border=0)
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def main(template: str) -> None:
    """Write the results as a JSON list of base64 strings."""
    limit_resources(CPU_SECONDS)
    made = make(Path(template), sys.stdin.buffer.read())
    json.dump([base64.b64encode(each).decode() for each in made], sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
