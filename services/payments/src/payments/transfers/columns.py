"""Read bank statements in spreadsheets or CSV, with column headings in either language."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime

from kit.core.errors import Invalid
from kit.documents.sandbox import Refused
from kit.domain.cleaning import clean_code
from kit.domain.hijri import HijriDays
from kit.spreadsheets.sheets import Column, Limits, Line, Sheet, find_columns

from payments.transfers.adapters.bank_statements import (
    MAX_CREDITS,
    Credit,
    Statement,
    clean_text,
    parse_minor,
)

LIMITS = Limits(rows=MAX_CREDITS, megabytes=5)
COLUMNS = (
    Column(
        "date", "Date", "التاريخ", required=True,
        other_names=("Booking date", "Transaction date", "Posting date", "تاريخ العملية",
                     "تاريخ القيد"),
    ),
    Column(
        "amount", "Amount", "المبلغ", required=True,
        other_names=("Credit", "Credit amount", "دائن", "الدائن", "إيداع"),
    ),
    Column("currency", "Currency", "العملة"),
    Column(
        "bank_reference", "Bank reference", "مرجع البنك",
        other_names=("Transaction reference", "Transaction ID", "رقم العملية", "رقم المرجع"),
    ),
    Column(
        "text", "Description", "الوصف", required=True,
        other_names=("Details", "Narrative", "Remittance information",  "التفاصيل",
                     "البيان"),
    ),
    Column("payer_name", "Payer", "اسم المحوِّل", other_names=("Sender", "From", "المرسل", "المحول")),
    Column("payer_account", "Payer account", "حساب المحوِّل", other_names=("Sender account", "IBAN")),
)  # fmt: skip
_AMOUNT = re.compile(r"\d+(\.\d{1,2})?|\d{1,3}(,\d{3})+(\.\d{1,2})?|\d+,\d{2}")
_DAYS = ("%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", "%Y/%m/%d")


def read_sheet(sheet: Sheet, currency: str, hijri_days: HijriDays) -> Statement:
    """Read the sheet's credits; lines without a positive amount are debits.

    Hijri dates are added to `hijri_days`. Raises `Invalid` for the field `file`.
    """
    places = find_columns(sheet.headings, COLUMNS)
    for column in COLUMNS:
        if column.required and column.name not in places:
            message = f"Add the column “{column.en}”."
            raise Invalid.field("file", f"bank_statement.no_{column.name}", message)
    found: list[Credit] = []
    others = 0
    for line in sheet.lines:
        credit = _credit(line, places, currency, hijri_days)
        if credit is None:
            others += 1
        else:
            found.append(credit)
    return Statement([], found, others)


def _credit(
    line: Line, places: Mapping[str, int], currency: str, hijri_days: HijriDays
) -> Credit | None:
    def cell(name: str) -> str:
        return line.cells[places[name]] if name in places else ""

    amount_minor = _amount(clean_code(cell("amount")), line.number)
    if amount_minor <= 0:
        return None
    return Credit(
        booked_on=_day(clean_code(cell("date")), line.number, hijri_days).isoformat(),
        amount_minor=amount_minor,
        currency=clean_text(clean_code(cell("currency")).upper(), 3) or currency,
        bank_reference=clean_text(clean_code(cell("bank_reference")), 100),
        text=clean_text(cell("text")),
        payer_name=clean_text(cell("payer_name"), 200),
        payer_account=clean_text(cell("payer_account"), 50),
    )


def _amount(text: str, line: int) -> int:
    digits = re.sub(r"[^\d.,+-]", "", text)
    if not digits or digits.startswith("-") or digits.endswith("-"):
        return 0
    digits = digits.removeprefix("+")
    if not _AMOUNT.fullmatch(digits):
        raise Invalid.field(
            "file", "bank_statement.invalid_amount", f"Line {line}: {text} isn't an amount."
        )
    comma_is_point = re.fullmatch(r"\d+,\d{2}", digits)
    try:
        return parse_minor(digits.replace(",", "." if comma_is_point else ""))
    except Refused as error:
        raise Invalid.field(
            "file", "bank_statement.invalid_amount", f"Line {line}: {text}."
        ) from error


def _day(text: str, line: int, hijri_days: HijriDays) -> date:
    with suppress(ValueError):
        text = hijri_days.convert("date", text)
        for form in _DAYS:
            with suppress(ValueError):
                return datetime.strptime(text[:10], form).date()  # noqa: DTZ007 - a day has no zone
    raise Invalid.field("file", "bank_statement.invalid_date", f"Line {line}: {text} isn't a date.")
