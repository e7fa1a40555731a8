"""Spreadsheets to fill in: templates, and the XLSX or CSV files uploaded from them.

A service declares `Column`s. Templates are built from them, and headings are matched with them in
either language.
"""

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

from fastapi import UploadFile
from kit.core.downloads import attachment
from kit.core.errors import Invalid
from kit.documents import upload_sandbox
from kit.spreadsheets.cells import LISTS, Limits
from pydantic_core import from_json
from starlette.responses import Response

__all__ = [
    "Column",
    "Limits",
    "Line",
    "OpenSheet",
    "Rows",
    "Sheet",
    "drop_examples",
    "find_columns",
    "fold",
    "is_example",
    "open_sheet",
    "read_file_bytes",
    "read_sheet",
    "read_upload",
    "template",
]

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_ROWS_OF_LISTS = 20_000
"""Rows of a template with drop-downs."""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    """The service's name of the column."""
    en: str
    ar: str
    example: str = ""
    required: bool = False
    choices: Sequence[str] = ()
    """Values of the drop-down; other values are allowed too."""
    other_names: Sequence[str] = ()
    """Other accepted headings."""


class Line(NamedTuple):
    number: int
    """Line number in the spreadsheet; the headings are usually line 1."""
    cells: list[str]
    """One cell for each heading."""


class Sheet(NamedTuple):
    """The content of a file."""

    headings: list[str]
    lines: list[Line]


class Rows(NamedTuple):
    """Consecutive lines of a file."""

    numbers: Sequence[int]
    cells: Sequence[list[str]]
    """Cells of each line, as many as in the widest line before it."""
    texts: Sequence[str]
    """Cells of each line as JSON."""


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """A file with parsed headings, whose lines are still being read."""

    headings: list[str]
    rows: AsyncIterator[Rows]
    """Lines in small chunks, between which other tasks run. A reading error may follow valid lines,
    so they only count once the end is reached.
    """


async def read_upload(upload: UploadFile, limits: Limits) -> Sheet:
    """Read an uploaded file.

    Raises `Invalid` for the field `file`, with a code for each kind of error, and `Unavailable` if
    the queue is full.
    """
    return await read_sheet(upload.filename or "", await read_file_bytes(upload, limits), limits)


async def read_file_bytes(upload: UploadFile, limits: Limits) -> bytes:
    """Return an uploaded file's bytes. Raises `Invalid` if it is too large."""
    most = limits.megabytes * 1024 * 1024
    content = await upload.read(most + 1)
    if len(content) > most:
        message = f"Choose a file no larger than {limits.megabytes} MB."
        raise Invalid.field("file", "sheet.too_large", message)
    return content


async def read_sheet(name: str, content: bytes, limits: Limits) -> Sheet:
    """Read a file of this name. Errors are as in `read_upload`."""
    sheet = await open_sheet(name, content, limits)
    lines = [
        Line(*line)
        async for rows in sheet.rows
        for line in zip(rows.numbers, rows.cells, strict=True)
    ]
    width = len(lines[-1].cells)
    for each in (sheet.headings, *(line.cells for line in lines)):
        each.extend([""] * (width - len(each)))
    return Sheet(sheet.headings, lines)


async def open_sheet(name: str, content: bytes, limits: Limits) -> OpenSheet:
    """Open a file of this name for processing while it is still read.

    Errors are as in `read_upload`, also while its rows are read.
    """
    if name.lower().endswith(".xlsx") and not content.startswith((b"PK", b"\xd0\xcf\x11\xe0")):
        message = "This is a text file named .xlsx. Save it as a workbook, or rename it to .csv."
        raise Invalid.field("file", "sheet.text_as_xlsx", message)
    broken = Invalid.field(
        "file",
        "sheet.broken",
        "We couldn't read the file because it's damaged. Save it again and upload it.",
    )
    pieces = upload_sandbox.stream("kit.spreadsheets.cells", limits, content, broken)
    # The first chunk exists, or the file is refused.
    first = _parse_rows(await anext(pieces))

    async def rows() -> AsyncIterator[Rows]:
        if len(first.numbers) > 1:
            yield Rows(first.numbers[1:], first.cells[1:], first.texts[1:])
        async for piece in pieces:
            await asyncio.sleep(0)
            yield _parse_rows(piece)

    return OpenSheet(first.cells[0], rows())


def _parse_rows(piece: bytes) -> Rows:
    numbers, *lines = piece.decode().split("\n")
    cells = from_json(f"[{','.join(lines)}]", cache_strings="none")
    return Rows(from_json(numbers), cells, lines)


def find_columns(headings: Sequence[str], columns: Sequence[Column]) -> Mapping[str, int]:
    """Map column names to positions among the headings; the first of equal headings counts.

    One line of a heading suffices: templates have a line for each language, and either may change.
    """
    places: dict[str, int] = {}
    for place, heading in enumerate(headings):
        lines = {fold(heading), *map(fold, heading.splitlines())}
        for column in columns:
            known = (column.name, column.en, column.ar, _get_heading(column), *column.other_names)
            if column.name not in places and not lines.isdisjoint(map(fold, known)):
                places[column.name] = place
                break
    return places


def fold(heading: str) -> str:
    """Normalize a heading or choice: ignore case, marks, spaces, signs and hamzas."""
    text = unicodedata.normalize("NFKD", heading).casefold()
    return "".join(c for c in text.replace("ة", "ه").replace("ى", "ي") if c.isalnum())


def template(
    name: str, columns: Sequence[Column], language: str, lines: Sequence[Sequence[str]] = ()
) -> Response:
    """Build an XLSX template with headings in both languages, drop-downs and `lines`.

    Without lines it contains an example row, which is ignored when it comes back unchanged
    (`is_example`).
    """
    headers = {"Content-Disposition": attachment(f"{name}.xlsx"), "Cache-Control": "no-store"}
    content = _workbook(columns, language, lines)
    return Response(content, media_type=XLSX, headers=headers)


def is_example(line: Line, places: Mapping[str, int], columns: Sequence[Column]) -> bool:
    """Tell if the line is the template's unchanged example."""
    shown = False
    for column in columns:
        if column.example and column.name in places:
            # Nearly every line differs in its first column.
            if line.cells[places[column.name]] != column.example:
                return False
            shown = True
    return shown


def drop_examples(rows: Rows, places: Mapping[str, int], columns: Sequence[Column]) -> Rows:
    """Remove the template's example from the rows."""
    # Nearly always no row is the example, which one column shows quickly.
    shown = next((column for column in columns if column.example and column.name in places), None)
    if shown is None or all(line[places[shown.name]] != shown.example for line in rows.cells):
        return rows
    kept = [
        each for each in zip(*rows, strict=True) if not is_example(Line(*each[:2]), places, columns)
    ]
    return Rows(*zip(*kept, strict=True)) if kept else Rows([], [], [])


def _workbook(columns: Sequence[Column], language: str, lines: Sequence[Sequence[str]]) -> bytes:
    # Imported late: it costs 3 MB and half a second, and few processes need it.
    from xlsxwriter import Workbook  # noqa: PLC0415

    target = BytesIO()
    with Workbook(target, {"in_memory": True, "strings_to_formulas": False}) as workbook:
        page, lists = workbook.add_worksheet(), workbook.add_worksheet(LISTS)
        lists.hide()
        # As text, since spreadsheets remove leading zeros of numbers.
        as_text = workbook.add_format({"num_format": "@"})
        example = workbook.add_format({"num_format": "@", "italic": True, "font_color": "#666666"})
        if language == "ar":
            page.right_to_left()
        page.freeze_panes(1, 0)
        page.set_row(0, 34)
        for place, column in enumerate(columns):
            style = {"bold": True, "text_wrap": True, "valign": "top"}
            shade = {"bg_color": "#DCE9F5"} if column.required else {}
            page.set_column(place, place, 24, as_text)
            page.write_string(0, place, _get_heading(column), workbook.add_format(style | shade))
            if not lines:
                page.write_string(1, place, column.example, example)
            for number, line in enumerate(lines, start=1):
                page.write_string(number, place, line[place], as_text)
            if column.choices:
                lists.write_column(0, place, column.choices)
                cells = _range(place, len(column.choices))
                offered = {"validate": "list", "source": cells, "error_type": "warning"}
                page.data_validation(1, place, _ROWS_OF_LISTS, place, offered)
    return target.getvalue()


def _range(place: int, count: int) -> str:
    """Return the range of a column's choices as a spreadsheet formula."""
    from xlsxwriter.utility import xl_col_to_name  # noqa: PLC0415

    letters = xl_col_to_name(place)
    return f"={LISTS}!${letters}$1:${letters}${count}"


def _get_heading(column: Column) -> str:
    return f"{column.en}\n{column.ar}"
