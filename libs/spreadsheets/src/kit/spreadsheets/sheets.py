"""Spreadsheets that people fill in and hand in: the template that they begin with, and what comes
back as XLSX or CSV.

What a service needs of a file it says as `Column`s: the template is made of them, and headings are
known again by them, in either language.
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
    "content_of",
    "drop_examples",
    "find_columns",
    "fold",
    "is_example",
    "open_sheet",
    "read_sheet",
    "read_upload",
    "template",
]

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_ROWS_OF_LISTS = 20_000
"""So far down a template's drop-downs go."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a file."""

    name: str
    """What the service calls it."""
    en: str
    ar: str
    example: str = ""
    required: bool = False
    choices: Sequence[str] = ()
    """What the drop-down offers; nothing else is refused by it."""
    other_names: Sequence[str] = ()
    """What people also write above it."""


class Line(NamedTuple):
    """A row of a file."""

    number: int
    """As the spreadsheet numbers it; the headings usually are 1."""
    cells: list[str]
    """As many as there are headings."""


class Sheet(NamedTuple):
    """What was read of a file."""

    headings: list[str]
    lines: list[Line]


class Rows(NamedTuple):
    """Some lines of a file, one after the other."""

    numbers: Sequence[int]
    cells: Sequence[list[str]]
    """As many of each line as there are headings, or as a line before it has."""
    texts: Sequence[str]
    """The cells of each line as JSON."""


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """A file of which the headings were read, and whose lines are still being read."""

    headings: list[str]
    rows: AsyncIterator[Rows]
    """A few at a time, between which others have their turn. Raises what reading the file as a
    whole would, so that nothing of it holds before the end."""


async def read_upload(upload: UploadFile, limits: Limits) -> Sheet:
    """What is in an uploaded file.

    Raises `Invalid` for the field `file`, with a code of its own for each kind of bad file, and
    `Unavailable` while too many wait.
    """
    return await read_sheet(upload.filename or "", await content_of(upload, limits), limits)


async def content_of(upload: UploadFile, limits: Limits) -> bytes:
    """An uploaded file's bytes. Raises `Invalid` when it is larger than it may be."""
    most = limits.megabytes * 1024 * 1024
    content = await upload.read(most + 1)
    if len(content) > most:
        message = f"The file is larger than {limits.megabytes} MiB."
        raise Invalid.field("file", "sheet.too_large", message)
    return content


async def read_sheet(name: str, content: bytes, limits: Limits) -> Sheet:
    """What is in a file of this name. Raises as `read_upload` does."""
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
    """What is in a file of this name, while it is still being read, for whoever would be late to
    begin behind its end. Raises as `read_upload` does, also as its rows are read."""
    if name.lower().endswith(".xlsx") and not content.startswith((b"PK", b"\xd0\xcf\x11\xe0")):
        message = "This is a text file called .xlsx. Save it as a workbook, or call it .csv."
        raise Invalid.field("file", "sheet.text_as_xlsx", message)
    broken = Invalid.field("file", "sheet.broken", "The file is damaged.")
    pieces = upload_sandbox.stream("kit.spreadsheets.cells", limits, content, broken)
    # There is one, or it is refused.
    first = _rows_of(await anext(pieces))

    async def rows() -> AsyncIterator[Rows]:
        if len(first.numbers) > 1:
            yield Rows(first.numbers[1:], first.cells[1:], first.texts[1:])
        async for piece in pieces:
            await asyncio.sleep(0)
            yield _rows_of(piece)

    return OpenSheet(first.cells[0], rows())


def _rows_of(piece: bytes) -> Rows:
    numbers, *lines = piece.decode().split("\n")
    cells = from_json(f"[{','.join(lines)}]", cache_strings="none")
    return Rows(from_json(numbers), cells, lines)


def find_columns(headings: Sequence[str], columns: Sequence[Column]) -> Mapping[str, int]:
    """Where the columns stand whose headings are known: places among the headings by name. Of two
    headings that say the same the first counts."""
    places: dict[str, int] = {}
    for place, heading in enumerate(headings):
        folded = fold(heading)
        for column in columns:
            known = (column.name, column.en, column.ar, _heading(column), *column.other_names)
            if column.name not in places and folded in map(fold, known):
                places[column.name] = place
                break
    return places


def fold(heading: str) -> str:
    """A heading or a choice without what people write differently: case, marks, spaces, signs,
    hamzas."""
    text = unicodedata.normalize("NFKD", heading).casefold()
    return "".join(c for c in text.replace("ة", "ه").replace("ى", "ي") if c.isalnum())


def template(
    name: str, columns: Sequence[Column], language: str, lines: Sequence[Sequence[str]] = ()
) -> Response:
    """An XLSX file to fill in: headings in both languages, drop-downs, and the `lines` that are
    known already; without any a row that shows how, which is not taken for one when it comes back
    unchanged (`is_example`)."""
    headers = {"Content-Disposition": attachment(f"{name}.xlsx"), "Cache-Control": "no-store"}
    content = _workbook(columns, language, lines)
    return Response(content, media_type=XLSX, headers=headers)


def is_example(line: Line, places: Mapping[str, int], columns: Sequence[Column]) -> bool:
    """Whether the line is the example of the template as it was."""
    shown = False
    for column in columns:
        if column.example and column.name in places:
            # Nearly every line is another in its first column.
            if line.cells[places[column.name]] != column.example:
                return False
            shown = True
    return shown


def drop_examples(rows: Rows, places: Mapping[str, int], columns: Sequence[Column]) -> Rows:
    """The rows without the template's example."""
    # Nearly always it is none of them, as one of its cells says at once.
    shown = next((column for column in columns if column.example and column.name in places), None)
    if shown is None or all(line[places[shown.name]] != shown.example for line in rows.cells):
        return rows
    kept = [
        each for each in zip(*rows, strict=True) if not is_example(Line(*each[:2]), places, columns)
    ]
    return Rows(*zip(*kept, strict=True)) if kept else Rows([], [], [])


def _workbook(columns: Sequence[Column], language: str, lines: Sequence[Sequence[str]]) -> bytes:
    # 3 MB and half a second of imports, that few processes ever need.
    from xlsxwriter import Workbook  # noqa: PLC0415

    target = BytesIO()
    with Workbook(target, {"in_memory": True, "strings_to_formulas": False}) as workbook:
        page, lists = workbook.add_worksheet(), workbook.add_worksheet(LISTS)
        lists.hide()
        # As text: a spreadsheet takes the zeros off the beginning of a number.
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
            page.write_string(0, place, _heading(column), workbook.add_format(style | shade))
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
    """Where the choices of a column stand, as a spreadsheet's formula."""
    from xlsxwriter.utility import xl_col_to_name  # noqa: PLC0415

    letters = xl_col_to_name(place)
    return f"={LISTS}!${letters}$1:${letters}${count}"


def _heading(column: Column) -> str:
    return f"{column.en}\n{column.ar}"
