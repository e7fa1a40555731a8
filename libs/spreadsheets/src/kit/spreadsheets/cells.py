"""Cells of an uploaded spreadsheet, XLSX or CSV, as texts.

`sheets` runs this in `upload_sandbox` for each file. It returns chunks of lines, the headings
first: their numbers as JSON, then the cells of each line. Ambiguous content is refused instead of
guessed.
"""

import csv
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import cache, partial, reduce
from io import BytesIO, StringIO
from itertools import islice, zip_longest
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile, ZipInfo

from kit.documents.sandbox import Refused
from kit.domain.cleaning import clean_text

CPU_SECONDS = 3
TOO_LARGE = Refused(
    "file",
    "sheet.too_many_cells",
    "The file has too many cells. Delete empty rows and columns, or split it into several files.",
)
PORTION = 100
"""Maximum lines in a chunk."""
_AT_ONCE = 1000
"""Lines converted together."""
LISTS = "itqan_lists"
"""Hidden sheet with a template's drop-down values, which is never read."""
_CHUNK, _PIECE = 256 * 1024, 4 * 1024
_DELIMITERS = ",;\t"
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
# [MS-OFFCRYPTO] 2.3: the stream of an encrypted workbook.
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_FORMULA = re.compile(rb"<(?:\w+:)?f[ >/]")
_FILLED_CELL = re.compile(
    rb"""<(?:\w+:)?c\s[^<>]*?\br\s*=\s*["']([A-Z]{1,3})([0-9]{1,7})["'][^<>]*(?<!/)>"""
    rb"""\s*<(?:\w+:)?(?:v|is)\b"""
)
"""A cell with a value, even an empty one, and its reference. Cells with only a format do not match.
"""
_OVERLAP = 512
"""Bytes of a chunk matched again with the next, longer than an opening tag."""
_MAX_MEMBERS = 1000
_PERHAPS_FORMULA = re.compile(rb"f(?<=[<:]f)[ >/]")
"""Starts with a letter that is rare in sheets, which makes the search much faster."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


class Limits(NamedTuple):
    """Maximum size of a file."""

    rows: int
    """Rows below the headings."""
    megabytes: int = 10
    """Size of the uploaded file in MiB."""
    unpacked_megabytes: int = 150
    """Unpacked size of an XLSX in MiB."""
    columns: int = 100
    cells: int = 500_000
    """Cells of the rectangle up to the last filled cell, including empty ones."""
    characters: int = 2000
    """Characters of one cell."""


Lines = tuple[Sequence[int], Sequence[list[str]]]
"""Numbers of some lines in the file, and their cells."""


def read(content: bytes, limits: Limits) -> Iterator[Lines]:
    """Yield the non-empty lines of a file in chunks, the headings first.

    Each line has as many cells as the widest line before it. Raises `Refused`, perhaps after some
    chunks.
    """
    is_workbook = content[:4] in (_ZIP, _OLE)
    lines = _read_workbook(content, limits) if is_workbook else _read_text(content, limits)
    count = width = first = 0
    for portion in _in_portions(lines):
        columns = _read_columns(portion, limits)
        width = max(width, len(columns))
        columns += [[""] * len(portion)] * (width - len(columns))
        rows = [*map(list, zip(*columns, strict=True))]
        numbers = [number for number, row in enumerate(rows, first + 1) if any(row)]
        first += len(portion)
        count += len(numbers)
        if count > limits.rows + 1:
            raise _create_refusal(
                "too_many_rows",
                f"The file has more than {limits.rows} rows. Split it into several files.",
            )
        yield numbers, [row for row in rows if any(row)]
    if count < 2:
        raise _create_refusal("empty", "Add at least one row below the headings.")


def _in_portions(lines: Iterable[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    left = iter(lines)
    return iter(lambda: list(islice(left, _AT_ONCE)), [])


def _read_columns(lines: Sequence[Sequence[Any]], limits: Limits) -> list[list[str]]:
    """Convert some lines to columns of texts, up to the last filled one."""
    most = limits.columns
    if any(_text(cell) for line in lines for cell in line[most:] if cell):
        raise _create_refusal(
            "too_many_columns",
            f"The file has more than {most} columns. Delete those you don't need.",
        )
    columns = [
        _texts(column) for column in zip_longest(*(line[:most] for line in lines), fillvalue="")
    ]
    while columns and not any(columns[-1]):
        columns.pop()
    if any(max(map(len, column)) > limits.characters for column in columns):
        raise _create_refusal("cell_too_long", "A cell contains too much text. Shorten it.")
    return columns


def _texts(cells: Sequence[Any]) -> list[str]:
    """Convert cells by `_text`.

    Nearly all columns only need trimming, which is decided at once: a file has a hundred thousand
    cells.
    """
    if set(map(type, cells)) == {str}:
        whole = "".join(cells)
        if _clean(whole) == whole:
            return [*map(str.strip, cells)]
    return [_text(cell) for cell in cells]


def _text(cell: Any) -> str:
    if isinstance(cell, str):
        return _clean(cell).strip()
    return _AS_TEXT.get(type(cell), str)(cell)


def _clean(text: str) -> str:
    return _CONTROL.sub("", clean_text(text))


def _format_time(cell: datetime) -> str:
    return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ", "minutes")


_AS_TEXT: Mapping[type, Callable[[Any], str]] = {
    bool: lambda cell: str(cell).upper(),
    float: lambda cell: str(int(cell) if cell.is_integer() else cell),
    datetime: _format_time,
    date: date.isoformat,
    time: lambda cell: cell.isoformat("minutes"),
    # A duration, formatted as in spreadsheets.
    timedelta: lambda cell: f"{cell // timedelta(hours=1)}:{cell // timedelta(minutes=1) % 60:02}",
}


def _read_text(content: bytes, limits: Limits) -> Iterator[list[str]]:
    text = _decoded(content)
    if "\x00" in text:
        raise _create_refusal(
            "unsupported_format", "Choose an Excel workbook (.xlsx) or a CSV file."
        )
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = max(
        _DELIMITERS, key=lambda mark: len(next(csv.reader([first], delimiter=mark), []))
    )
    if text.count(delimiter) + text.count("\n") > limits.cells:
        raise TOO_LARGE
    try:
        yield from csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    except csv.Error as error:
        raise _create_refusal(
            "unclosed_quote", "A quotation mark isn't closed. Close or remove it."
        ) from error


def _decoded(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decode(content, "utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Only for other encodings, since the import is slow.
        from charset_normalizer import from_bytes  # noqa: PLC0415

        # The other encodings are candidates, since their text would be garbled as windows-1256.
        known = ["cp1256", "cp1252", "iso8859_6", "cp720"]
        best = from_bytes(content[: 256 * 1024], cp_isolation=known).best()
        if best is None or best.encoding not in ("cp1256", "cp1252"):
            raise _wrong_encoding() from None
        return _decode(content, best.encoding)


def _decode(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise _wrong_encoding() from error


def _read_workbook(content: bytes, limits: Limits) -> Iterator[list[Any]]:
    if content.startswith(_OLE):
        if _LOCKED in content:
            raise _create_refusal(
                "password_protected", "The file is password-protected. Remove the password."
            )
        raise _create_refusal("old_format", "This is an old Excel file (.xls). Save it as .xlsx.")
    _check_archive(content, limits)

    import python_calamine as calamine  # noqa: PLC0415

    try:
        with calamine.CalamineWorkbook.from_filelike(BytesIO(content)) as workbook:
            yield from _rows(workbook, calamine.SheetVisibleEnum.Visible, limits)
    except (calamine.CalamineError, ValueError, OSError) as error:
        raise _create_broken() from error


def _rows(workbook: Any, visible: Any, limits: Limits) -> Iterator[list[Any]]:
    sheets = [sheet for sheet in workbook.sheets_metadata if sheet.name != LISTS]
    if any(sheet.visible != visible for sheet in sheets):
        raise _create_refusal("hidden_sheet", "The file has a hidden sheet. Show or delete it.")
    if not sheets:
        raise _create_refusal("empty", "Add at least one row below the headings.")
    first, *others = (workbook.get_sheet_by_name(sheet.name) for sheet in sheets)
    if first.end:
        _check_extent(first.end[0] + 1, first.end[1] + 1, limits)
    if any(sheet.height for sheet in others):
        raise _create_refusal(
            "several_sheets", "The file has data on several sheets. Put all rows on the first one."
        )
    if first.merged_cell_ranges:
        raise _create_refusal("merged_cells", "Some cells are merged. Unmerge them.")
    # The reader omits empty columns before the first filled one.
    margin = [""] * (first.start[1] if first.start else 0)
    for row in first.iter_rows():
        yield margin + row


def _check_extent(rows: int, columns: int, limits: Limits) -> None:
    """Refuse a sheet with too large an extent before its cells are parsed."""
    # Some more rows than the limit, for empty lines.
    if rows > 2 * limits.rows + 1000 or rows * columns > limits.cells:
        raise TOO_LARGE


def _check_archive(content: bytes, limits: Limits) -> None:
    """Refuse an archive with too many unpacked bytes, too many cells, or formulas.

    Both the declared and the real sizes are checked.
    """
    most = limits.unpacked_megabytes * 1024 * 1024
    # Count the directory's headers (APPNOTE 4.3.12) before an object is created for each.
    if content.count(b"PK\x01\x02") > _MAX_MEMBERS:
        raise _create_broken()
    try:
        with ZipFile(BytesIO(content)) as archive:
            members = archive.infolist()
    except (BadZipFile, ValueError, NotImplementedError) as error:
        raise _create_broken() from error
    if not any(member.filename == "xl/workbook.xml" for member in members):
        raise _create_refusal(
            "unsupported_format", "Choose an Excel workbook (.xlsx) or a CSV file."
        )
    if sum(member.file_size for member in members) > most:
        raise _bomb()
    unpacked = 0
    for member in members:
        is_sheet = member.filename.startswith("xl/worksheets/")
        end = b""
        rows = columns = 0
        for chunk in _unpack(content, member):
            unpacked += len(chunk)
            if unpacked > most:
                raise _bomb()
            text = end + chunk
            if is_sheet and _holds_formula(text):
                raise _create_refusal(
                    "formulas", "Some cells contain formulas. Paste them as values."
                )
            if found := _FILLED_CELL.findall(text):
                letters, numbers = map(set, zip(*found, strict=True))
                rows = max(rows, *map(int, numbers))
                columns = max(columns, *map(_column_number, letters))
                _check_extent(rows, columns, limits)
            end = text[-_OVERLAP:]


@cache
def _column_number(letters: bytes) -> int:
    """Return 1 for A, 16384 for XFD."""
    return reduce(lambda number, letter: 26 * number + letter - ord("A") + 1, letters, 0)


def _holds_formula(sheet: bytes) -> bool:
    return bool(_PERHAPS_FORMULA.search(sheet) and _FORMULA.search(sheet))


def _unpack(content: bytes, member: ZipInfo) -> Iterator[bytes]:
    """Yield a member's content to the end of its stream, which the directory may understate."""
    # APPNOTE 4.3.7: lengths of the name and extra field in the local header.
    lengths = content[member.header_offset + 26 : member.header_offset + 30]
    begin = member.header_offset + 30 + sum(memoryview(lengths.ljust(4, b"\0")).cast("H"))
    stored = content[begin : begin + member.compress_size]
    if member.flag_bits & 1 or member.compress_type not in (0, 8):
        raise _create_broken()
    # In pieces, since the unconsumed rest of each is copied.
    pieces = iter(partial(BytesIO(stored).read, _PIECE), b"")
    if member.compress_type == 0:
        yield from pieces
        return
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        for piece in pieces:
            left = piece
            while left and not inflate.eof:
                yield inflate.decompress(left, _CHUNK)
                left = inflate.unconsumed_tail
    except zlib.error as error:
        raise _create_broken() from error


def _create_refusal(code: str, message: str) -> Refused:
    return Refused("file", f"sheet.{code}", message)


def _wrong_encoding() -> Refused:
    return _create_refusal("unsupported_encoding", "Save the file as CSV UTF-8 or as XLSX.")


def _bomb() -> Refused:
    return _create_refusal(
        "unpacks_too_large", "The file is too large when unpacked. Split it into several files."
    )


def _create_broken() -> Refused:
    return _create_refusal("broken", "The file is damaged. Save it again.")


_AS_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def process(content: bytes, limits: Limits) -> Iterator[bytes]:
    """Yield the lines of a file in chunks. Raises `Refused`, perhaps after some chunks."""
    for numbers, cells in read(content, limits):
        for at in range(0, len(numbers), PORTION):
            piece = [numbers[at : at + PORTION], *cells[at : at + PORTION]]
            yield "\n".join(map(_AS_JSON, piece)).encode()
