"""Content of printed receipts and credit notes, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from pathlib import Path
from typing import Any

from contracts.catalog import Seller
from contracts.payments import DocumentKind
from kit.documents.papers import Paper
from kit.domain.timezone import RIYADH

from payments.documents.invoices.service import get_qr_text
from payments.documents.models import Buyer, Document

RECEIPT = Path(__file__).parents[1] / "templates" / "receipt.typ"
QR = "invoice"
"""Template name of the QR code image."""


class _InvoiceType(Enum):
    """Type of tax invoice, if any."""

    STANDARD = auto()
    SIMPLIFIED = auto()
    PLAIN = auto()


_TITLES = {
    (DocumentKind.RECEIPT, _InvoiceType.STANDARD): ("Tax invoice", "فاتورة ضريبية"),
    (DocumentKind.RECEIPT, _InvoiceType.SIMPLIFIED): (
        "Simplified tax invoice",
        "فاتورة ضريبية مبسطة",
    ),
    (DocumentKind.RECEIPT, _InvoiceType.PLAIN): ("Receipt", "إيصال"),
    (DocumentKind.CREDIT_NOTE, _InvoiceType.STANDARD): (
        "Credit note for a tax invoice",
        "إشعار دائن لفاتورة ضريبية",
    ),
    (DocumentKind.CREDIT_NOTE, _InvoiceType.SIMPLIFIED): (
        "Credit note for a simplified tax invoice",
        "إشعار دائن لفاتورة ضريبية مبسطة",
    ),
    (DocumentKind.CREDIT_NOTE, _InvoiceType.PLAIN): ("Credit note", "إشعار دائن"),
}


@dataclass(frozen=True, slots=True)
class PrintableDocument:
    """A document with the related data its page shows."""

    document: Document
    reference: str
    """Reference of the charge."""
    purchase_order: str | None
    receipt_number: str | None
    """Receipt that a credit note corrects."""


def build_receipt_paper(printed: PrintableDocument) -> Paper:
    """Build the document for `kit.documents.papers.render` with the template `RECEIPT`."""
    document = printed.document
    seller = Seller.model_validate(document.seller)
    buyer = Buyer.model_validate(document.buyer)
    title_en, title_ar = _TITLES[document.kind, _get_invoice_type(seller, buyer)]
    codes = {}
    if seller.vat_registered:
        codes[QR] = get_qr_text(document)
    data: Mapping[str, Any] = {
        "title_en": title_en,
        "title_ar": title_ar,
        "number": document.number,
        "seller_en": seller.name_en,
        "seller_ar": seller.name_ar,
        "address_en": _format_address(seller, "en", ", "),
        "address_ar": _format_address(seller, "ar", "، "),
        "vat_number": seller.vat_number if seller.vat_registered else "",
        "registration_number": seller.registration_number,
        "rows": _build_rows(printed, buyer),
        "taxed": seller.vat_registered,
        "currency": document.currency,
        "lines": [_build_line(line) for line in document.lines],
        "net": format_money(document.amount_minor - document.vat_minor),
        "vat": format_money(document.vat_minor),
        "percent": f"{document.vat_percent}%",
        "total": format_money(document.amount_minor),
    }
    return Paper(data, document.issued_at, codes)


def format_money(minor: int) -> str:
    """Format minor units for reading, such as `1,150.00`."""
    return f"{minor // 100:,}.{minor % 100:02d}"


def format_time(moment: datetime) -> str:
    """Format the day and time in Riyadh, identically for both languages."""
    return f"{moment.astimezone(RIYADH):%Y-%m-%d %H:%M}"


def _get_invoice_type(seller: Seller, buyer: Buyer) -> _InvoiceType:
    if not seller.vat_registered:
        return _InvoiceType.PLAIN
    return _InvoiceType.STANDARD if buyer.is_registered else _InvoiceType.SIMPLIFIED


def _build_rows(printed: PrintableDocument, buyer: Buyer) -> list[dict[str, str]]:
    document = printed.document
    rows = [
        ("Number", "الرقم", document.number, document.number),
        ("Issued", "تاريخ الإصدار", *[format_time(document.issued_at)] * 2),
        ("For receipt", "عن الإيصال", *[printed.receipt_number or ""] * 2),
        ("Reference", "المرجع", printed.reference, printed.reference),
        ("Buyer", "المشتري", buyer.name_en, buyer.name_ar),
        ("Buyer's VAT number", "الرقم الضريبي للمشتري", *[buyer.tax_number or ""] * 2),
        (
            "Buyer's address",
            "عنوان المشتري",
            _format_buyer_address(buyer, "en", ", "),
            _format_buyer_address(buyer, "ar", "، "),
        ),
        ("Purchase order", "أمر الشراء", *[printed.purchase_order or ""] * 2),
    ]
    return [
        {"label_en": label_en, "label_ar": label_ar, "en": english, "ar": arabic}
        for label_en, label_ar, english, arabic in rows
        if english or arabic
    ]


def _build_line(line: Mapping[str, Any]) -> dict[str, str]:
    return {
        "title_en": line["title_en"],
        "title_ar": line["title_ar"],
        "code": line["code"],
        "quantity": str(line["quantity"]),
        "unit": format_money(line["unit_minor"]),
        "net": format_money(line["net_minor"]),
        "vat": format_money(line["vat_minor"]),
        "amount": format_money(line["amount_minor"]),
    }


def _format_buyer_address(buyer: Buyer, language: str, comma: str) -> str:
    where = buyer.address
    if where is None:
        return ""
    city, state, country = (
        getattr(where, f"{name}_{language}") for name in ("city", "state", "country")
    )
    region = state if state != city else None
    parts = (where.line1, where.line2, city, region, where.postal_code, country)
    return comma.join(part for part in parts if part)


def _format_address(seller: Seller, language: str, comma: str) -> str:
    names = (getattr(seller, f"{name}_{language}") for name in ("street", "district", "city"))
    parts = (seller.building_number, *names, seller.postal_code)
    return comma.join(part for part in parts if part)
