"""What stands on receipts and credit notes: the texts of both languages, ready to be printed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from contracts.catalog import Seller
from kit.days import RIYADH
from kit.papers import Paper

from payments.documents.invoices import qr_of
from payments.documents.models import Document, DocumentKind

RECEIPT = Path(__file__).parent / "templates" / "receipt.typ"
QR = "invoice"
"""What the template calls the QR code."""
_TITLES = {
    (DocumentKind.RECEIPT, True): ("Simplified tax invoice", "فاتورة ضريبية مبسطة"),
    (DocumentKind.RECEIPT, False): ("Receipt", "إيصال"),
    (DocumentKind.CREDIT_NOTE, True): (
        "Credit note to a simplified tax invoice",
        "إشعار دائن لفاتورة ضريبية مبسطة",
    ),
    (DocumentKind.CREDIT_NOTE, False): ("Credit note", "إشعار دائن"),
}


@dataclass(frozen=True, slots=True)
class Printed:
    """A document with what its page names of others."""

    document: Document
    reference: str
    """The charge's."""
    purchase_order: str | None
    receipt_number: str | None
    """Of a credit note."""


def receipt_paper(printed: Printed) -> Paper:
    """The document, for `kit.papers.render` with the template `RECEIPT`."""
    document = printed.document
    seller = Seller.model_validate(document.seller)
    title_en, title_ar = _TITLES[document.kind, seller.vat_registered]
    codes = {}
    if seller.vat_registered:
        codes[QR] = qr_of(document)
    data: Mapping[str, Any] = {
        "title_en": title_en,
        "title_ar": title_ar,
        "number": document.number,
        "seller_en": seller.name_en,
        "seller_ar": seller.name_ar,
        "address_en": _address(seller, "en", ", "),
        "address_ar": _address(seller, "ar", "، "),
        "vat_number": seller.vat_number if seller.vat_registered else "",
        "registration_number": seller.registration_number,
        "rows": list(_rows(printed)),
        "taxed": seller.vat_registered,
        "currency": document.currency,
        "lines": [_line(line) for line in document.lines],
        "net": money(document.amount_minor - document.vat_minor),
        "vat": money(document.vat_minor),
        "percent": f"{document.vat_percent}%",
        "total": money(document.amount_minor),
    }
    return Paper(data, document.issued_at, codes)


def money(minor: int) -> str:
    """Minor units as people read them: `1,150.00`."""
    return f"{minor // 100:,}.{minor % 100:02d}"


def printed_moment(moment: datetime) -> str:
    """The day and time in Riyadh, the same in both languages."""
    return f"{moment.astimezone(RIYADH):%Y-%m-%d %H:%M}"


def _rows(printed: Printed) -> list[dict[str, str]]:
    document, buyer = printed.document, printed.document.buyer
    rows = [
        ("Number", "الرقم", document.number, document.number),
        ("Issued", "تاريخ الإصدار", *[printed_moment(document.issued_at)] * 2),
        ("Of receipt", "للإيصال", *[printed.receipt_number or ""] * 2),
        ("Reference", "المرجع", printed.reference, printed.reference),
        ("Buyer", "المشتري", buyer.get("name_en", ""), buyer.get("name_ar", "")),
        ("Purchase order", "أمر الشراء", *[printed.purchase_order or ""] * 2),
    ]
    return [
        {"label_en": label_en, "label_ar": label_ar, "en": english, "ar": arabic}
        for label_en, label_ar, english, arabic in rows
        if english or arabic
    ]


def _line(line: Mapping[str, Any]) -> dict[str, str]:
    return {
        "title_en": line["title_en"],
        "title_ar": line["title_ar"],
        "code": line["code"],
        "quantity": str(line["quantity"]),
        "unit": money(line["unit_minor"]),
        "net": money(line["net_minor"]),
        "vat": money(line["vat_minor"]),
        "amount": money(line["amount_minor"]),
    }


def _address(seller: Seller, language: str, comma: str) -> str:
    names = (getattr(seller, f"{name}_{language}") for name in ("street", "district", "city"))
    parts = (seller.building_number, *names, seller.postal_code)
    return comma.join(part for part in parts if part)
