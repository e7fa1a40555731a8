"""Files of people that organizations send, for benchmarks."""

from io import BytesIO

from enrollment.bulk_enrollments.columns import COLUMNS
from xlsxwriter import Workbook

_EN = ("Huda", "Sara", "Omar", "Faisal", "Noura", "Khalid", "Reem", "Yousef", "Laila", "Majed")
_AR = ("هدى", "سارة", "عمر", "فيصل", "نورة", "خالد", "ريم", "يوسف", "ليلى", "ماجد")
_HOUSES_EN = ("Al-Qahtani", "Al Amri", "Al-Otaibi", "Al Harbi", "Al-Ghamdi", "Al Zahrani", "Nasser")
_HOUSES_AR = ("القحطاني", "العمري", "العتيبي", "الحربي", "الغامدي", "الزهراني", "ناصر")


def workbook(first: int, rows: int) -> bytes:
    """Create an XLSX file of unknown people, numbered from `first`."""
    target = BytesIO()
    with Workbook(target, {"in_memory": True}) as book:
        page = book.add_worksheet()
        page.write_row(0, 0, [column.en for column in COLUMNS[:-1]])
        for place in range(rows):
            page.write_row(place + 1, 0, _person(first + place))
    return target.getvalue()


def _person(serial: int) -> list[str]:
    first, house = serial % len(_EN), serial // 10 % len(_HOUSES_EN)
    middle = serial // 70 % len(_EN)
    return [
        _civil_number(serial), "", "", f"{_EN[first]} {_EN[middle]} {_HOUSES_EN[house]}",
        f"{_AR[first]} {_AR[middle]} {_HOUSES_AR[house]}", f"{_EN[first]}.{serial}@example.com",
        f"+9665{serial:08}", "ar",
    ]  # fmt: skip


def _civil_number(serial: int) -> str:
    first = f"1{serial:08}"
    doubled = sum(sum(divmod(int(digit) * 2, 10)) for digit in first[::2])
    return first + str(-(doubled + sum(map(int, first[1::2]))) % 10)
