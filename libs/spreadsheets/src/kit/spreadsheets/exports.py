"""Lists as XLSX with typed cells, or as CSV.

Rows are read from one database snapshot into a temporary file, so that no connection waits for a
slow client. The response starts at once.
"""

import asyncio
import csv
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from io import TextIOWrapper
from tempfile import TemporaryFile
from typing import IO, Any, Generic, Literal, NamedTuple, TypeVar
from uuid import UUID

from kit.core.downloads import attachment
from kit.core.errors import Invalid
from kit.database.db import Database
from kit.domain.timezone import RIYADH, today
from kit.security.rate_limiter import RateLimiter
from pydantic import BaseModel
from sqlalchemy import Select, func, select
from starlette.responses import StreamingResponse

Row = TypeVar("Row")
Cell = str | int | Decimal | date | datetime | None
"""Money is a `Decimal` of major units; times are written in Riyadh time."""


class Words(NamedTuple):
    """A cell in the language of the headings."""

    en: str
    ar: str


MAX_ROWS = 50_000
EXPORTS = RateLimiter(120, timedelta(hours=1))
"""Limit per user: a file of all rows costs as much as hundreds of pages."""
_PORTION = 100
"""Rows written before other requests run: about 15 ms."""
_CHUNK = 64 * 1024
_one_at_a_time = asyncio.Semaphore()


class FileFormat(StrEnum):
    XLSX = "xlsx"
    CSV = "csv"


class ExportQuery(BaseModel):
    """File format and language of an export, besides the list's filters."""

    format: FileFormat = FileFormat.XLSX
    language: Literal["en", "ar"] = "en"


class TooManyRows(Invalid):
    """The list has more rows than one file may have."""

    code = "export.too_many_rows"
    default_detail = f"This list has more than {MAX_ROWS} rows. Narrow it with filters first."


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column of a file: its heading in both languages, and its value of a row."""

    en: str
    ar: str
    value: Callable[[Row], Cell | Words]


class Sheet(NamedTuple):
    """Contents of a file: one line of headings, then the rows."""

    file: IO[bytes]
    query: ExportQuery
    headings: Sequence[str]


async def export(
    database: Database,
    statement: Select[Any],
    read: Callable[[Any], Row],
    columns: Sequence[Column[Row]],
    query: ExportQuery,
    *,
    name: str,
    user_id: UUID,
) -> StreamingResponse:
    """Return all rows of a list's statement as a file, each converted by `read`.

    The file name is `name` with the date. Raises `TooManyRows` above `MAX_ROWS`, and
    `TooManyRequests` above the user's rate limit.
    """
    EXPORTS.take(user_id)
    async with database.transaction() as session:
        too_many = statement.order_by(None).limit(MAX_ROWS + 1).subquery()
        counted = select(func.count()).select_from(too_many)
        if (await session.scalar(counted) or 0) > MAX_ROWS:
            raise TooManyRows
    rows = _rows(database, statement, read)
    return StreamingResponse(
        _write_content(rows, columns, query),
        media_type=_MEDIA_TYPES[query.format],
        headers={"Content-Disposition": attachment(f"{name}-{today()}.{query.format}")},
    )


_MEDIA_TYPES = {
    FileFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    FileFormat.CSV: "text/csv; charset=utf-8",
}


FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file",
        "content": {
            media_type: {"schema": {"type": "string", "format": "binary"}}
            for media_type in _MEDIA_TYPES.values()
        },
    }
}
"""OpenAPI description of the file, for a route's `responses`."""


async def _rows(
    database: Database, statement: Select[Any], read: Callable[[Any], Row]
) -> AsyncIterator[Row]:
    async with database.transaction() as session:
        limited = statement.limit(MAX_ROWS).execution_options(yield_per=_PORTION)
        async for row in await session.stream(limited):
            yield read(row)


async def _write_content(
    rows: AsyncIterator[Row], columns: Sequence[Column[Row]], query: ExportQuery
) -> AsyncIterator[bytes]:
    arabic = query.language == "ar"
    headings = [column.ar if arabic else column.en for column in columns]

    def cell(value: Cell | Words) -> Cell:
        if isinstance(value, Words):
            return value.ar if arabic else value.en
        return _in_riyadh(value)

    with TemporaryFile() as file:
        # Two files at a time would delay each other and all requests.
        async with _one_at_a_time:
            with _WRITERS[query.format](Sheet(file, query, headings)) as write:
                number = 0
                async for row in rows:
                    write([cell(column.value(row)) for column in columns])
                    number += 1
                    if number % _PORTION == 0:
                        await asyncio.sleep(0)
        file.seek(0)
        while chunk := file.read(_CHUNK):
            yield chunk


Write = Callable[[Sequence[Cell]], object]


@contextmanager
def _csv(sheet: Sheet) -> Iterator[Write]:
    # With a byte order mark, since Excel garbles Arabic without it.
    text = TextIOWrapper(sheet.file, encoding="utf-8-sig", newline="")
    writer = csv.writer(text)
    writer.writerow(sheet.headings)
    yield lambda cells: writer.writerow([_as_csv(cell) for cell in cells])
    text.detach()


@contextmanager
def _xlsx(sheet: Sheet) -> Iterator[Write]:
    # Imported late: it costs 3 MB and half a second, and few processes need it.
    from xlsxwriter import Workbook  # noqa: PLC0415

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with Workbook(sheet.file, options) as workbook:
        styles = {
            kind: workbook.add_format({"num_format": style}) for kind, style in _STYLES.items()
        }
        page = workbook.add_worksheet()
        if sheet.query.language == "ar":
            page.right_to_left()
        page.freeze_panes(1, 0)
        page.set_column(0, len(sheet.headings) - 1, 20)
        page.write_row(0, 0, sheet.headings, workbook.add_format({"bold": True}))
        line = 0

        def write(cells: Sequence[Cell]) -> None:
            nonlocal line
            line += 1
            for place, cell in enumerate(cells):
                page.write(line, place, cell, styles.get(type(cell)))

        yield write
        page.autofilter(0, 0, line, len(sheet.headings) - 1)


_STYLES = {Decimal: "#,##0.00", datetime: "yyyy-mm-dd hh:mm", date: "yyyy-mm-dd"}
_WRITERS = {FileFormat.CSV: _csv, FileFormat.XLSX: _xlsx}


def phone(number: str | None) -> str | None:
    """Format a phone number in groups, which spreadsheets do not treat as a number."""
    # Imported late for the same reason as the workbook.
    import phonenumbers  # noqa: PLC0415

    if number is None:
        return None
    try:
        parsed = phonenumbers.parse(number)
    except phonenumbers.NumberParseException:
        return number
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.INTERNATIONAL)


def money(minor: int | None) -> Decimal | None:
    """Convert minor units to the currency's major units with two decimals."""
    return None if minor is None else Decimal(minor).scaleb(-2)


def _in_riyadh(cell: Cell) -> Cell:
    """Convert a time to Riyadh without a zone, which spreadsheets do not support."""
    return cell.astimezone(RIYADH).replace(tzinfo=None) if isinstance(cell, datetime) else cell


# Spreadsheets treat such cells as formulas, even if an outsider entered them. Phone numbers in
# groups are excluded.
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n]")
_PHONE = re.compile(r"\+\d+ [\d -]+\Z")


def _as_csv(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case datetime():
            return f"{cell:%Y-%m-%d %H:%M}"
        case str() if _FORMULA.match(cell) and not _PHONE.match(cell):
            return f"'{cell}"
        case _:
            return str(cell)
