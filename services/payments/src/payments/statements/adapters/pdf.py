"""Content of printed statements, in both languages."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from contracts.catalog import Seller
from kit.documents.papers import Paper
from kit.domain.timezone import RIYADH
from kit.spreadsheets.exports import Words
from sqlalchemy import Row

from payments.documents.adapters.pdf import format_money, format_time
from payments.replicas.models import Organization
from payments.statements.schemas import EntryKind

STATEMENT = Path(__file__).parents[1] / "templates" / "statement.typ"


def build_statement_paper(
    seller: Seller,
    organization: Organization | None,
    month: date,
    rows: Sequence[Row[Any]],
    kinds: Mapping[EntryKind, Words],
    now: datetime,
) -> Paper:
    """Build an organization's month with a table per currency; `kinds` are the entry labels."""
    currencies = list(dict.fromkeys(row.currency for row in rows))
    data = {
        "seller_en": seller.name_en,
        "seller_ar": seller.name_ar,
        "organization_en": organization.name_en if organization else "",
        "organization_ar": organization.name_ar if organization else "",
        "tax_number": (organization.tax_number if organization else None) or "",
        "month": f"{month:%Y-%m}",
        "printed": format_time(now),
        "tables": [
            {
                "currency": currency,
                "rows": [
                    _entry(row, kinds[EntryKind(row.kind)])
                    for row in rows
                    if row.currency == currency
                ],
            }
            for currency in currencies
        ],
    }
    return Paper(data, now)


def _entry(row: Row[Any], kind: Words) -> dict[str, Any]:
    return {
        "day": f"{row.at.astimezone(RIYADH):%Y-%m-%d}",
        "kind_en": kind.en,
        "kind_ar": kind.ar,
        "title_en": row.title_en or "",
        "title_ar": row.title_ar or "",
        "reference": row.reference or "",
        "document": row.document or "",
        "debit": _amount(row.debit_minor),
        "credit": _amount(row.credit_minor),
        "balance": _format_signed(row.balance_minor),
        "is_balance": row.kind in (EntryKind.OPENING, EntryKind.CLOSING),
    }


def _amount(minor: int) -> str:
    return _format_signed(minor) if minor else ""


def _format_signed(minor: int) -> str:
    return f"-{format_money(-minor)}" if minor < 0 else format_money(minor)
