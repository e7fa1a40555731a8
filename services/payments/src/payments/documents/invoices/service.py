"""Receipts and credit notes as UBL 2.1 invoices, as in ZATCA's XML Implementation Standard 1.2.

Each has a gapless counter and the previous invoice's hash, so tampering is detectable. Amounts are
decimals of the currency.
"""

import base64
import hashlib
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from contracts.catalog import Seller
from contracts.payments import DocumentKind
from kit.domain.timezone import RIYADH

from payments.documents.invoices.adapters.qr import build_qr_text, format_decimal
from payments.documents.models import Buyer, Document

if TYPE_CHECKING:
    from lxml.etree import _Element

MEDIA_TYPE = "application/xml"
GENESIS = base64.b64encode(hashlib.sha256(b"0").hexdigest().encode()).decode()
"""Hash before the first invoice: the standard defines it as the hash of the text 0."""
_UBL = "urn:oasis:names:specification:ubl:schema:xsd:"
_INVOICE = f"{_UBL}Invoice-2"
_NAMESPACES = {
    None: _INVOICE,
    "cac": f"{_UBL}CommonAggregateComponents-2",
    "cbc": f"{_UBL}CommonBasicComponents-2",
}
_CODES = {DocumentKind.RECEIPT: "388", DocumentKind.CREDIT_NOTE: "381"}
"""UNTDID 1001: tax invoice, credit note."""
_STANDARD, _SIMPLIFIED = "0100000", "0200000"
_TAXED, _UNTAXED = "S", "O"
"""UNCL 5305: standard rate, and not subject to VAT."""


def build_invoice_xml(
    document: Document, receipt_number: str | None, counter: int, previous_hash: str
) -> str:
    """Build the invoice in canonical form (C14N) without its QR code: the input of the hash."""
    from lxml import etree  # noqa: PLC0415 - a library that a service which starts does not need.

    root = etree.Element(f"{{{_INVOICE}}}Invoice", nsmap=_NAMESPACES)
    issued_at = document.issued_at.astimezone(RIYADH)
    _add(root, "cbc:ProfileID", "reporting:1.0")
    _add(root, "cbc:ID", document.number)
    _add(root, "cbc:UUID", str(document.id))
    _add(root, "cbc:IssueDate", f"{issued_at:%Y-%m-%d}")
    _add(root, "cbc:IssueTime", f"{issued_at:%H:%M:%S}")
    buyer = Buyer.model_validate(document.buyer)
    form = _STANDARD if buyer.is_registered else _SIMPLIFIED
    _add(root, "cbc:InvoiceTypeCode", _CODES[document.kind], name=form)
    _add(root, "cbc:DocumentCurrencyCode", document.currency)
    _add(root, "cbc:TaxCurrencyCode", document.currency)
    if receipt_number:
        reference = _add(_add(root, "cac:BillingReference"), "cac:InvoiceDocumentReference")
        _add(reference, "cbc:ID", receipt_number)
    _add(_reference(root, "ICV"), "cbc:UUID", str(counter))
    _attach(_reference(root, "PIH"), previous_hash)
    _add_seller(root, Seller.model_validate(document.seller))
    _add_buyer(root, buyer)
    if buyer.is_registered:
        # For VAT, the supply date of a prepaid service is the payment date.
        _add(_add(root, "cac:Delivery"), "cbc:ActualDeliveryDate", f"{issued_at:%Y-%m-%d}")
    if receipt_number:
        means = _add(root, "cac:PaymentMeans")
        _add(means, "cbc:PaymentMeansCode", "48")  # UNTDID 4461: bank card.
        _add(means, "cbc:InstructionNote", "Refund")
    _add_totals(root, document)
    for place, line in enumerate(document.lines, start=1):
        _add_line(root, place, line, document.currency)
    canonical: bytes = etree.tostring(root, method="c14n")
    return canonical.decode()


def hash_invoice(xml: str) -> str:
    """Return the base64 SHA-256 of an invoice's canonical form."""
    return base64.b64encode(hashlib.sha256(xml.encode()).digest()).decode()


def add_qr_code(document: Document) -> bytes:
    """Return the stored invoice with its QR code, as a file."""
    from lxml import etree  # noqa: PLC0415

    assert document.xml is not None
    root = etree.fromstring(document.xml.encode())
    references = root.findall("cac:AdditionalDocumentReference", _filter_prefixed())
    code = etree.Element(references[-1].tag)
    _add(code, "cbc:ID", "QR")
    _attach(code, get_qr_text(document))
    references[-1].addnext(code)
    content: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
    return content


def get_qr_text(document: Document) -> str:
    """Return the text of a document's QR code."""
    seller = Seller.model_validate(document.seller)
    return build_qr_text(
        seller=seller.name_ar,
        vat_number=seller.vat_number,
        issued_at=document.issued_at,
        amount_minor=document.amount_minor,
        vat_minor=document.vat_minor,
    )


def _add_seller(root: "_Element", seller: Seller) -> None:
    party = _add(_add(root, "cac:AccountingSupplierParty"), "cac:Party")
    if seller.registration_number:
        identification = _add(party, "cac:PartyIdentification")
        _add(identification, "cbc:ID", seller.registration_number, schemeID="CRN")
    address = {
        "StreetName": seller.street_ar,
        "BuildingNumber": seller.building_number,
        "CitySubdivisionName": seller.district_ar,
        "CityName": seller.city_ar,
        "PostalZone": seller.postal_code,
    }
    _add_registration(party, address, seller.vat_number)
    _add(_add(party, "cac:PartyLegalEntity"), "cbc:RegistrationName", seller.name_ar)


def _add_buyer(root: "_Element", buyer: Buyer) -> None:
    customer = _add(root, "cac:AccountingCustomerParty")
    name = buyer.name_ar or buyer.name_en
    if not name:
        return
    party = _add(customer, "cac:Party")
    if buyer.tax_number is not None:
        where = buyer.address
        address = (
            {}
            if where is None
            else {
                "StreetName": where.line1,
                "AdditionalStreetName": where.line2,
                "CityName": where.city_ar,
                "PostalZone": where.postal_code,
                "CountrySubentity": where.state_ar,
            }
        )
        _add_registration(party, address, buyer.tax_number)
    _add(_add(party, "cac:PartyLegalEntity"), "cbc:RegistrationName", name)


def _add_registration(
    party: "_Element", address: Mapping[str, str | None], vat_number: str
) -> None:
    """Add the address and number of a party registered for Saudi VAT."""
    place = _add(party, "cac:PostalAddress")
    for name, value in address.items():
        if value:
            _add(place, f"cbc:{name}", value)
    _add(_add(place, "cac:Country"), "cbc:IdentificationCode", "SA")
    scheme = _add(party, "cac:PartyTaxScheme")
    _add(scheme, "cbc:CompanyID", vat_number)
    _add(_add(scheme, "cac:TaxScheme"), "cbc:ID", "VAT")


def _add_totals(root: "_Element", document: Document) -> None:
    currency, vat = document.currency, document.vat_minor
    net = document.amount_minor - vat
    # The standard requires one total in the accounting currency and one with its breakdown.
    _amount(_add(root, "cac:TaxTotal"), "cbc:TaxAmount", vat, currency)
    total = _add(root, "cac:TaxTotal")
    _amount(total, "cbc:TaxAmount", vat, currency)
    part = _add(total, "cac:TaxSubtotal")
    _amount(part, "cbc:TaxableAmount", net, currency)
    _amount(part, "cbc:TaxAmount", vat, currency)
    category = _add(part, "cac:TaxCategory")
    _add(category, "cbc:ID", _TAXED if document.vat_percent else _UNTAXED)
    _add(category, "cbc:Percent", f"{document.vat_percent}.00")
    if not document.vat_percent:
        _add(category, "cbc:TaxExemptionReasonCode", "VATEX-SA-OOS")
        _add(category, "cbc:TaxExemptionReason", "Not subject to VAT")
    _add(_add(category, "cac:TaxScheme"), "cbc:ID", "VAT")
    sums = _add(root, "cac:LegalMonetaryTotal")
    for name, minor in (
        ("LineExtensionAmount", net),
        ("TaxExclusiveAmount", net),
        ("TaxInclusiveAmount", document.amount_minor),
        ("PayableAmount", document.amount_minor),
    ):
        _amount(sums, f"cbc:{name}", minor, currency)


def _add_line(root: "_Element", place: int, line: dict[str, Any], currency: str) -> None:
    quantity, percent = line["quantity"], line["vat_percent"]
    added = _add(root, "cac:InvoiceLine")
    _add(added, "cbc:ID", str(place))
    _add(added, "cbc:InvoicedQuantity", str(quantity), unitCode="PCE")
    _amount(added, "cbc:LineExtensionAmount", line["net_minor"], currency)
    tax = _add(added, "cac:TaxTotal")
    _amount(tax, "cbc:TaxAmount", line["vat_minor"], currency)
    _amount(tax, "cbc:RoundingAmount", line["amount_minor"], currency)
    item = _add(added, "cac:Item")
    _add(item, "cbc:Name", line["title_ar"] or line["title_en"])
    category = _add(item, "cac:ClassifiedTaxCategory")
    _add(category, "cbc:ID", _TAXED if percent else _UNTAXED)
    _add(category, "cbc:Percent", f"{percent}.00")
    _add(_add(category, "cac:TaxScheme"), "cbc:ID", "VAT")
    # A net unit price may be a fraction of a minor unit if the price includes VAT.
    unit = Decimal(line["net_minor"]).scaleb(-2) / quantity
    _add(_add(added, "cac:Price"), "cbc:PriceAmount", f"{unit:.6f}", currencyID=currency)


def _reference(root: "_Element", name: str) -> "_Element":
    reference = _add(root, "cac:AdditionalDocumentReference")
    _add(reference, "cbc:ID", name)
    return reference


def _attach(reference: "_Element", text: str) -> None:
    attachment = _add(reference, "cac:Attachment")
    _add(attachment, "cbc:EmbeddedDocumentBinaryObject", text, mimeCode="text/plain")


def _amount(parent: "_Element", name: str, minor: int, currency: str) -> None:
    _add(parent, name, format_decimal(minor), currencyID=currency)


def _add(parent: "_Element", tag: str, text: str | None = None, /, **attributes: str) -> "_Element":
    from lxml import etree  # noqa: PLC0415

    prefix, local = tag.split(":")
    added = etree.SubElement(parent, f"{{{_NAMESPACES[prefix]}}}{local}", attributes)
    added.text = text
    return added


def _filter_prefixed() -> dict[str, str]:
    return {prefix: uri for prefix, uri in _NAMESPACES.items() if prefix}
