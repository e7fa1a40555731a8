"""Parse a report file: map its columns and read its lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from kit.core.errors import Invalid
from kit.domain.cleaning import clean_code
from kit.domain.hijri import HijriDays
from kit.domain.timezone import RIYADH
from kit.messaging.cooperative import iterate_cooperatively
from kit.spreadsheets.sheets import Column, Limits, Line, Sheet, find_columns, fold

from payments.reconciliation.models import LineKind

LIMITS = Limits(rows=50_000, megabytes=20, columns=60, cells=1_000_000, characters=1000)
COLUMNS = (
    Column(
        "transaction_id",
        "Transaction",
        "رقم العملية",
        other_names=("Transaction ID", "Txn ID", "Trx ID", "Payment ID", "ID"),
    ),
    Column("kind", "Type", "النوع", other_names=("Transaction type", "Operation")),
    Column(
        "amount",
        "Amount",
        "المبلغ",
        required=True,
        other_names=("Gross amount", "Gross", "Transaction amount"),
    ),
    Column(
        "fee",
        "Fee",
        "الرسوم",
        other_names=("Fees", "Total fee", "Total fees", "Commission", "Merchant commission"),
    ),
    Column("currency", "Currency", "العملة"),
    Column(
        "day",
        "Date",
        "التاريخ",
        required=True,
        other_names=("Transaction date", "Created at", "Date and time", "Settlement date"),
    ),
    Column(
        "reference",
        "Reference",
        "المرجع",
        other_names=("Merchant order ID", "Special reference", "Order reference"),
    ),
)
"""Only amount and date are required. Defaults: a negative amount without a type is a refund; the
currency is SAR.
"""
_KINDS = {
    fold(word): kind
    for kind, words in {
        LineKind.PAYMENT: ("payment", "pay", "sale", "purchase", "capture", "دفع", "دفعة", "شراء"),
        LineKind.REFUND: ("refund", "refunded", "void", "reversal", "استرداد", "رد"),
        LineKind.FEE: ("fee", "fees", "commission", "service fee", "رسوم", "عمولة"),
        LineKind.PAYOUT: ("payout", "settlement", "transfer", "bank transfer", "حوالة", "تسوية"),
    }.items()
    for word in words
}
_SHOWN = 3
_MINOR = 100
_MAX_MINOR = 10**12


@dataclass(frozen=True, slots=True)
class ReportedLine:
    """Parsed line; amounts are non-negative minor units."""

    number: int
    kind: LineKind
    transaction_id: int | None
    reference: str
    amount_minor: int
    fee_minor: int
    currency: str
    day: date


def find_positions(
    headings: Sequence[str], known: Mapping[str, str], chosen: Mapping[str, str]
) -> dict[str, int]:
    """Find each column's position by the chosen heading, then the remembered one (`known`), then
    common names.

    Raises `Invalid` for a chosen heading that is absent and for a missing required column.
    """
    folded = [fold(heading) for heading in headings]
    places = dict(find_columns(headings, COLUMNS))
    for name, heading in known.items():
        if fold(heading) in folded:
            places[name] = folded.index(fold(heading))
    for column in COLUMNS:
        said = chosen.get(column.name)
        if said is None:
            continue
        if fold(said) not in folded:
            message = f"The file has no column “{said}”."
            raise Invalid.field("columns", "sheet.column_not_found", message)
        places[column.name] = folded.index(fold(said))
    return places


def check_columns(places: Mapping[str, int]) -> None:
    """Raise `Invalid` if a required column is missing."""
    missing = [column.en for column in COLUMNS if column.required and column.name not in places]
    if missing:
        message = f"Which column is this: {', '.join(missing)}?"
        raise Invalid.field("columns", "settlement_report.columns_missing", message)


def sample_lines(sheet: Sheet) -> list[list[str]]:
    """Return the first lines."""
    return [line.cells for line in sheet.lines[:_SHOWN]]


async def read_lines(
    sheet: Sheet, places: Mapping[str, int], hijri_days: HijriDays
) -> list[ReportedLine]:
    """Read all lines and add their Hijri dates to `hijri_days`.

    Raises `Invalid` with the number of the first unreadable line.
    """
    return [_read(line, places, hijri_days) async for line in iterate_cooperatively(sheet.lines)]


def _read(line: Line, places: Mapping[str, int], hijri_days: HijriDays) -> ReportedLine:
    def cell(name: str) -> str:
        return clean_code(line.cells[places[name]]) if name in places else ""

    try:
        amount = _minor(cell("amount"))
        transaction = cell("transaction_id")
        return ReportedLine(
            number=line.number,
            kind=_kind(cell("kind"), amount),
            transaction_id=_number(transaction) if transaction else None,
            reference=cell("reference"),
            amount_minor=abs(amount),
            fee_minor=abs(_minor(cell("fee") or "0")),
            currency=_currency(cell("currency")),
            day=_parse_day(hijri_days.convert("day", cell("day"))),
        )
    except (ValueError, InvalidOperation) as error:
        message = f"Line {line.number} cannot be read: {error}"
        raise Invalid.field("file", "settlement_report.line_unreadable", message) from error


def _kind(text: str, amount: int) -> LineKind:
    if not text:
        return LineKind.REFUND if amount < 0 else LineKind.PAYMENT
    kind = _KINDS.get(fold(text))
    if kind is None:
        raise ValueError(f"“{text}” is no type that is known.")
    return kind


def _minor(text: str) -> int:
    amount = Decimal(text.replace(",", "").replace("٬", "").replace("٫", ".")) * _MINOR
    if amount != amount.to_integral_value() or abs(amount) > _MAX_MINOR:
        raise ValueError(f"“{text}” is no amount.")
    return int(amount)


def _number(text: str) -> int:
    if not (text.isdecimal() and int(text) < 2**63):
        raise ValueError(f"“{text}” is no number of a transaction.")
    return int(text)


def _currency(text: str) -> str:
    currency = text.upper() or "SAR"
    if not (len(currency) == 3 and currency.isascii() and currency.isalpha()):
        raise ValueError(f"“{text}” is no currency.")
    return currency


def _parse_day(text: str) -> date:
    """Parse an ISO or day-first date such as 22/11/2026; times with a zone use Riyadh's day."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return datetime.strptime(text[:10], "%d/%m/%Y").date()  # noqa: DTZ007
    return (moment.astimezone(RIYADH) if moment.tzinfo else moment).date()
