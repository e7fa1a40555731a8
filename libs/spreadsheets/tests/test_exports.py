"""Files of whole lists."""

import csv
import io
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
import sqlalchemy as sa
from kit.core.errors import TooManyRequests
from kit.database.db import Database
from kit.security.rate_limiter import RateLimiter
from kit.spreadsheets import exports
from kit.spreadsheets.cells import Limits
from kit.spreadsheets.exports import Column, ExportQuery, FileFormat, TooManyRows, Words
from kit.spreadsheets.sheets import read_sheet
from openpyxl import load_workbook

MOMENT = datetime(2026, 11, 22, 22, 30, tzinfo=UTC)
COLUMNS: list[Column[sa.Row[tuple[int]]]] = [
    Column("Number", "الرقم", lambda row: row.number),
    Column("Name", "الاسم", lambda row: "=HYPERLINK(1)" if row.number == 1 else "أفنان"),
    Column("Phone", "الجوال", lambda _: exports.phone("+966501234567")),
    Column("Price", "السعر", lambda row: exports.money(row.number * 100_050)),
    Column("Starts", "يبدأ", lambda _: MOMENT),
    Column("Day", "اليوم", lambda _: date(2026, 11, 23)),
    Column("Note", "ملاحظة", lambda _: None),
    Column("Status", "الحالة", lambda _: Words("Paid", "مدفوع")),
]


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    database = Database(f"{postgres_url}/postgres")
    yield database
    await database.close()


def numbers(count: int) -> sa.Select[tuple[int]]:
    series = sa.func.generate_series(1, count).table_valued("number").render_derived()
    return sa.select(series.c.number).order_by(series.c.number)


async def exported(database: Database, count: int, query: ExportQuery) -> bytes:
    answer = await exports.export(
        database, numbers(count), lambda row: row, COLUMNS, query, name="list", user_id=uuid4()
    )
    content = b"".join([bytes(part) async for part in answer.body_iterator])  # type: ignore[arg-type]
    assert answer.headers["content-disposition"].startswith('attachment; filename="list-')
    return content


def cells(content: bytes) -> list[tuple[object, ...]]:
    sheet = load_workbook(io.BytesIO(content)).active
    assert sheet is not None
    return list(sheet.iter_rows(values_only=True))


class TestXlsx:
    async def test_cells_have_the_types_of_what_they_hold(self, database: Database) -> None:
        headings, first, second = cells(await exported(database, 2, ExportQuery()))
        assert headings == ("Number", "Name", "Phone", "Price", "Starts", "Day", "Note", "Status")
        starts, day = datetime(2026, 11, 23, 1, 30), datetime(2026, 11, 23)
        assert first == (1, "=HYPERLINK(1)", "+966 50 123 4567", 1000.5, starts, day, None, "Paid")
        assert second[1] == "أفنان"

    async def test_what_looks_like_a_formula_stays_text(self, database: Database) -> None:
        sheet = load_workbook(io.BytesIO(await exported(database, 1, ExportQuery()))).active
        assert sheet is not None
        assert sheet["B2"].data_type == "s"

    async def test_arabic_headings_in_a_sheet_from_right_to_left(self, database: Database) -> None:
        content = await exported(database, 1, ExportQuery(language="ar"))
        sheet = load_workbook(io.BytesIO(content)).active
        assert sheet is not None
        assert sheet.sheet_view.rightToLeft
        assert sheet["B1"].value == "الاسم"
        assert sheet["H2"].value == "مدفوع"

    async def test_every_row_of_a_long_list_is_in_it(self, database: Database) -> None:
        rows = cells(await exported(database, 2345, ExportQuery()))
        assert [row[0] for row in rows[1:]] == list(range(1, 2346))


class TestCsv:
    QUERY = ExportQuery(format=FileFormat.CSV)

    async def test_spreadsheets_read_it_as_it_is_meant(self, database: Database) -> None:
        content = await exported(database, 1, self.QUERY)
        assert content.startswith("\ufeff".encode())
        _, row = csv.reader(io.StringIO(content.decode("utf-8-sig")))
        assert row == [
            "1", "'=HYPERLINK(1)", "+966 50 123 4567", "1000.50",
            "2026-11-23 01:30", "2026-11-23", "", "Paid",
        ]  # fmt: skip

    @pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", " =1", "\t=1", "＝1", "+1 2=3"])
    def test_formulas_are_disarmed(self, text: str) -> None:
        assert exports._as_csv(text) == f"'{text}"


@pytest.mark.parametrize("kind", FileFormat)
async def test_files_are_accepted_by_imports(database: Database, kind: FileFormat) -> None:
    content = await exported(database, 3, ExportQuery(format=kind))
    sheet = await read_sheet(f"list.{kind}", content, Limits(rows=10, megabytes=1))
    assert sheet.headings == [column.en for column in COLUMNS]
    assert [line.cells[0] for line in sheet.lines] == ["1", "2", "3"]
    assert {line.cells[2] for line in sheet.lines} == {"+966 50 123 4567"}


class TestLimits:
    async def test_a_list_that_is_too_long_is_refused_before_the_answer_begins(
        self, database: Database
    ) -> None:
        with pytest.raises(TooManyRows):
            await exported(database, exports.MAX_ROWS + 1, ExportQuery())

    async def test_a_user_has_a_quota(
        self, database: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(exports, "EXPORTS", RateLimiter(1, timedelta(hours=1)))
        query, user_id = ExportQuery(), uuid4()

        async def once() -> None:
            await exports.export(
                database, numbers(1), lambda row: row, COLUMNS, query, name="list", user_id=user_id
            )

        await once()
        with pytest.raises(TooManyRequests):
            await once()


def test_money_is_exact() -> None:
    assert exports.money(100_050) == Decimal("1000.50")
