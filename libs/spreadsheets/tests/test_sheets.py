"""Uploaded files: parsed contents, and codes of refusals."""

import csv
import json
import resource
import subprocess
import sys
import zipfile
import zlib
from datetime import date, datetime
from io import BytesIO
from typing import Any

import pytest
from kit.core.errors import Invalid
from kit.documents.sandbox import REFUSAL, Refused
from kit.spreadsheets import cells
from kit.spreadsheets.cells import Limits, read
from kit.spreadsheets.sheets import (
    Column,
    Line,
    find_columns,
    is_example,
    read_sheet,
    template,
)
from openpyxl import Workbook, load_workbook
from openpyxl.styles import PatternFill

LIMITS = Limits(rows=5)
COLUMNS = [
    Column("civil_number", "Civil number", "رقم الهوية", example="1012345672", required=True),
    Column("name_ar", "Name in Arabic", "الاسم بالعربية", example="هدى", other_names=["الاسم"]),
    Column("batch", "Batch", "رمز الدفعة", choices=["A-1", "A-2"]),
]
TEXT = "رقم الهوية{0}الاسم\n١٠١٢٣٤٥٦٧٢{0}هدى القحطاني\n"


def xlsx(*rows: list[Any], change: Any = None) -> bytes:
    workbook, target = Workbook(), BytesIO()
    for row in rows:
        workbook.worksheets[0].append(row)
    if change:
        change(workbook)
    workbook.save(target)
    return target.getvalue()


def code_of(content: bytes, limits: Limits = LIMITS) -> str | None:
    try:
        for _ in read(content, limits):
            pass
    except Refused as refused:
        return str(refused.args[1])
    return None


def lines_of(content: bytes) -> list[list[Any]]:
    """Return the number of each line and its cells."""
    return [
        [number, *cells]
        for numbers, lines in read(content, LIMITS)
        for number, cells in zip(numbers, lines, strict=True)
    ]


GOOD = (["civil_number", "name"], ["1", "Huda"])


class TestRead:
    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_texts_of_every_kind(self, delimiter: str, encoding: str) -> None:
        content = TEXT.format(delimiter).encode(encoding)
        assert lines_of(content)[1] == [2, "١٠١٢٣٤٥٦٧٢", "هدى القحطاني"]

    def test_windows_1256_is_read_and_what_looks_like_it_refused(self) -> None:
        text = "رقم الهوية;الاسم بالعربية\n1012345672;هدى القحطاني\n"
        assert lines_of(text.encode("cp1256"))[0][2] == "الاسم بالعربية"
        assert code_of(text.encode("iso8859_6")) == "sheet.unsupported_encoding"

    def test_a_workbooks_cells_are_texts(self) -> None:
        day = date(2026, 11, 22)
        content = xlsx(
            ["number", "day", "at", "part"],
            [],
            [1012345672.0, day, datetime(2026, 11, 22, 9, 30), 0.5],
            ["\u200f هدى\u00a0", None, None, True],
        )
        assert lines_of(content) == [
            [1, "number", "day", "at", "part"],
            [3, "1012345672", "2026-11-22", "2026-11-22 09:30", "0.5"],
            [4, "هدى", "", "", "TRUE"],
        ]

    def test_a_workbook_may_begin_further_down(self) -> None:
        content = xlsx([], [], [None, "a"], [], [None, 1, "b"])
        assert lines_of(content) == [[3, "", "a", ""], [5, "", "1", "b"]]

    def test_each_line_has_as_many_cells_as_those_before_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # The lines of a portion are made into texts together, and know nothing of the others.
        monkeypatch.setattr(cells, "_AT_ONCE", 2)
        assert lines_of(" a,\u200fb\n1\n,\n2,٣ ,4, \n5,\n".encode()) == [
            [1, "a", "b"],
            [2, "1", ""],
            [4, "2", "٣", "4"],
            [5, "5", "", ""],
        ]
        assert code_of(f"a\n{',' * 100}b\n".encode()) == "sheet.too_many_columns"
        assert code_of(f"a\nb{',' * 500}\n".encode()) is None

    def test_each_kind_of_bad_file_has_its_code(self) -> None:
        def hide(workbook: Workbook) -> None:
            workbook.create_sheet("more").sheet_state = "hidden"

        def fill_another(workbook: Workbook) -> None:
            workbook.create_sheet("more").append(["1"])

        def merge(workbook: Workbook) -> None:
            workbook.worksheets[0].merge_cells("A2:B2")

        ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
        codes = {
            "sheet.hidden_sheet": xlsx(*GOOD, change=hide),
            "sheet.several_sheets": xlsx(*GOOD, change=fill_another),
            "sheet.merged_cells": xlsx(*GOOD, change=merge),
            "sheet.formulas": xlsx(GOOD[0], ["=1+1", "Huda"]),
            "sheet.empty": xlsx(GOOD[0]),
            "sheet.too_many_rows": xlsx(GOOD[0], *[["1", "a"]] * 6),
            "sheet.too_many_columns": xlsx(["a"] * 101, ["b"]),
            "sheet.cell_too_long": xlsx(["a"], ["b" * 2001]),
            "sheet.password_protected": ole + "EncryptedPackage".encode("utf-16-le"),
            "sheet.old_format": ole,
            "sheet.broken": xlsx(*GOOD)[:-400],
            "sheet.unsupported_format": b"PNG\r\n\x00\x00,",
            "sheet.unclosed_quote": b'a,b\n1,"2\n',
        }
        assert {code: code_of(content) for code, content in codes.items()} == {
            code: code for code in codes
        }
        assert code_of(b"") == "sheet.empty"
        assert code_of(xlsx(GOOD[0], *[["1", "a"]] * 5)) is None
        assert code_of(xlsx(*GOOD, change=lambda book: book.create_sheet("more"))) is None


def bomb(mebibytes: int, said: int) -> bytes:
    """Build a workbook whose part unpacks to this size but declares `said` bytes."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = squeeze.compress(b" " * 1024 * 1024) + squeeze.flush(zlib.Z_FULL_FLUSH)
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", block * mebibytes)
        part = archive.getinfo("xl/worksheets/sheet1.xml")
        part.compress_type, part.file_size = zipfile.ZIP_DEFLATED, said
    return target.getvalue()


def cell_at(*references: str, value: str = "x") -> bytes:
    """A workbook that has cells at these places beside those of `GOOD`."""

    def add(workbook: Workbook) -> None:
        for reference in references:
            workbook.worksheets[0][reference] = value

    return xlsx(*GOOD, change=add)


class TestDeclaredSize:
    @pytest.mark.parametrize(
        "content",
        [
            cell_at("XFD1048576"),
            cell_at("A1048576"),
            cell_at("ZZ2000"),
            # Blank, but a value, which no limit on filled cells meets.
            cell_at("XFD40", value=" "),
            ("a,b\n" + ",".join("1" * 500_000) + "\n").encode(),
            b"a,b\n" + b"," * 500_001,
            b"a,b\n" + b"\n" * 500_001,
        ],
    )
    def test_cells_that_a_file_declares_are_counted_before_they_are_made(
        self, content: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def expand(*_: Any) -> None:
            raise AssertionError("the file was expanded")

        monkeypatch.setattr("python_calamine.CalamineWorkbook.from_filelike", expand)
        monkeypatch.setattr("csv.reader", _first_line_only(expand))
        assert code_of(content, Limits(rows=20_000, columns=1000)) == "sheet.too_many_cells"

    def test_cells_that_only_have_a_format_are_clipped(self) -> None:
        def shade(workbook: Workbook) -> None:
            for reference in ("XFD1048576", "CZ2", "A900000"):
                workbook.worksheets[0][reference].fill = PatternFill("solid", fgColor="FFEE00")

        content = xlsx(*GOOD, change=shade)
        assert lines_of(content) == [[1, "civil_number", "name"], [2, "1", "Huda"]]

    def test_what_the_file_hides_from_the_scan_is_refused_once_loaded(self) -> None:
        content = _with_sheet(
            cell_at("AA3000"), lambda sheet: sheet.replace(b"><v>", b"><!----><v>")
        )
        assert code_of(content, Limits(rows=2000, cells=50_000)) == "sheet.too_many_cells"

    def test_an_archive_of_many_members_is_refused_by_its_directory(self) -> None:
        target = BytesIO(xlsx(*GOOD))
        with zipfile.ZipFile(target, "a") as archive:
            for number in range(1001):
                archive.writestr(f"{number}", b"")
        assert code_of(target.getvalue()) == "sheet.broken"


def _first_line_only(expand: Any) -> Any:
    """`csv.reader` for the headings, by which the delimiter is found."""
    reader = csv.reader

    def read_line(lines: Any, **options: Any) -> Any:
        return reader(lines, **options) if isinstance(lines, list) else expand()

    return read_line


def _with_sheet(content: bytes, change: Any) -> bytes:
    """The workbook with another text of its first sheet."""
    target = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as before, zipfile.ZipFile(target, "w") as after:
        for name in before.namelist():
            part = before.read(name)
            after.writestr(name, change(part) if name.endswith("sheet1.xml") else part)
    return target.getvalue()


MEASURED = """
import re, sys
from kit.spreadsheets import cells
from kit.documents import sandbox

sys.stdout.send_bytes = sys.stdout.buffer.write
limits = cells.Limits(rows=20_000)
sandbox.serve(sys.stdout, "kit.spreadsheets.cells", limits, sys.stdin.buffer.read())
with open("/proc/self/status") as status:
    print(re.search(r"VmHWM:\\s+(\\d+)", status.read())[1], file=sys.stderr)
"""
"""`kit.spreadsheets.cells`, which says at its end how much memory it took, in KiB."""


SPINNING = """
import sys
from kit.spreadsheets import cells
from kit.documents import sandbox

def read(content, limits):
    while True:
        pass

cells.read = read
sys.stdout.send_bytes = sys.stdout.buffer.write
sandbox.serve(sys.stdout, "kit.spreadsheets.cells", cells.Limits(rows=5), sys.stdin.buffer.read())
"""
"""`kit.spreadsheets.cells`, reading a file that never ends."""


class TestProcess:
    @pytest.mark.parametrize("said", [1 << 30, 1000])
    def test_a_bomb_is_refused_within_a_second_and_100_mb(self, said: int) -> None:
        content = bomb(1024, said)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-c", MEASURED]
        done = subprocess.run(command, check=False, input=content, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # Of the processor, which others use as well while the tests run.
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert took < 1
        assert done.stdout.startswith(REFUSAL), done.stderr
        assert json.loads(done.stdout[1:])[1] == "sheet.unpacks_too_large"
        assert int(done.stderr) < 100 * 1024

    def test_time_is_bounded_and_named(self) -> None:
        command = [sys.executable, "-c", SPINNING]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run(command, check=False, input=b"a\n1\n", capture_output=True)
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        assert done.stdout.startswith(REFUSAL), done.stderr
        assert json.loads(done.stdout[1:])[1] == "sheet.too_many_cells"
        assert cells.CPU_SECONDS == 3 and took < 4

    async def test_a_file_is_read_in_a_process(self) -> None:
        sheet = await read_sheet("a.xlsx", xlsx(*GOOD), LIMITS)
        assert sheet.headings == ["civil_number", "name"]
        assert sheet.lines == [Line(2, ["1", "Huda"])]
        wide = "a\n" + "1\n" * 1200 + "1,2\n"
        sheet = await read_sheet("a.csv", wide.encode(), Limits(rows=2000))
        assert sheet.headings == ["a", ""]
        assert [len(line.cells) for line in sheet.lines] == [2] * 1201
        for name, content, code in (
            ("a.xlsx", b"civil_number,name\n1,Huda\n", "sheet.text_as_xlsx"),
            ("a.csv", b"civil_number\n", "sheet.empty"),
        ):
            with pytest.raises(Invalid) as refused:
                await read_sheet(name, content, LIMITS)
            assert refused.value.fields is not None
            assert refused.value.fields[0].code == code


class TestTemplate:
    def test_it_can_be_filled_in_and_read(self) -> None:
        content = bytes(template("bulk", COLUMNS, "ar").body)
        headings, example = lines_of(content)
        places = find_columns(headings[1:], COLUMNS)
        assert places == {"civil_number": 0, "name_ar": 1, "batch": 2}
        assert is_example(Line(2, example[1:]), places, COLUMNS)
        assert not is_example(Line(2, ["2", *example[2:]]), places, COLUMNS)
        workbook = load_workbook(BytesIO(content))
        (choices,) = workbook.worksheets[0].data_validations.dataValidation
        assert choices.formula1 == f"{cells.LISTS}!$C$1:$C$2"
        assert workbook[cells.LISTS]["C2"].value == "A-2"

    def test_headings_are_known_however_they_are_written(self) -> None:
        headings = ["BATCH ", "الإسم", "رقم الهويه", "Batch", "other"]
        assert find_columns(headings, COLUMNS) == {"batch": 0, "civil_number": 2, "name_ar": 1}

    def test_a_heading_of_an_older_template_is_known_by_either_language(self) -> None:
        headings = ["Former\nالاسم بالعربية", "Batch\nسابقًا", "Former\nسابقًا"]
        assert find_columns(headings, COLUMNS) == {"name_ar": 0, "batch": 1}
