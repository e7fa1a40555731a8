"""Machine-readable tax invoices, each with the previous one's hash."""

import base64
from typing import Any
from uuid import UUID

import httpx
import pypdfium2
import pytest
from contracts.catalog import Seller, VatRate
from contracts.identity import OrganizationAddress, OrganizationUpdated
from contracts.payments import DocumentKind
from contracts.testing import event
from kit.database.db import new_id
from kit.documents.media import MediaStore
from kit.domain.timezone import today
from kit.testing import actor
from lxml import etree
from payments.documents.invoices.service import GENESIS, hash_invoice
from payments.documents.models import Document
from payments.documents.papers.service import make_next_papers

from services.payments.tests.charges.test_bulk_enrollments import bulk_of
from services.payments.tests.documents.test_papers import SELLER, fields_of, issue
from services.payments.tests.documents.test_service import paid_charges
from services.payments.tests.factories import (
    PaymentsUnderTest,
    Sandbox,
    build_profile,
    candidate,
    execute,
    fees,
    get_charge,
    list_rows,
    owe,
    refund,
    send_refunds,
    start,
)

NAMES = {
    "cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
    "cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
}
HASHES = ".//cac:AdditionalDocumentReference[cbc:ID='{}']//cbc:EmbeddedDocumentBinaryObject"


async def register(service: PaymentsUnderTest) -> None:
    rates = (VatRate(percent=15, valid_from=today()),)
    await service.deliver(fees(seller=SELLER, vat_rates=rates))


async def test_an_invoice_and_its_credit_note(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    await register(service)
    payer = candidate()
    owed = await owe(service, payer)
    await sandbox.pay((await start(client, payer, owed))["checkout_url"])
    await sandbox.delivered()
    charge = await get_charge(service, owed.subject_id)
    await issue(service)
    assert charge.payment_id
    await refund(client, charge.payment_id, amount_minor=11_500)
    await send_refunds(service)
    await issue(service)
    receipt, note = await list_rows(service, Document)
    assert [each.counter for each in (receipt, note)] == [1, 2]
    assert (receipt.previous_hash, note.previous_hash) == (GENESIS, receipt.hash)
    assert note.hash == hash_invoice(note.xml)

    async def get(number: str) -> etree._Element:
        answer = await client.get(f"receipts/{number}.xml", headers=payer.headers)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/xml")
        return etree.fromstring(answer.content)

    def texts(root: etree._Element, path: str) -> list[str]:
        return [each.text for each in root.findall(path, NAMES)]

    root = await get(note.number)
    assert texts(root, "cbc:ID") == [note.number]
    assert texts(root, "cbc:InvoiceTypeCode") == ["381"]
    assert texts(root, "cac:BillingReference//cbc:ID") == [receipt.number]
    assert texts(root, HASHES.format("PIH")) == [receipt.hash]
    assert texts(root, ".//cac:AdditionalDocumentReference[cbc:ID='ICV']/cbc:UUID") == ["2"]
    assert texts(root, ".//cbc:CompanyID") == [SELLER.vat_number]
    assert texts(root, "cac:TaxTotal/cbc:TaxAmount") == ["15.00"] * 2
    assert texts(root, "cac:LegalMonetaryTotal/*") == ["100.00", "100.00", "115.00", "115.00"]
    assert texts(root, ".//cbc:PriceAmount") == ["100.000000"]
    (code,) = texts(root, HASHES.format("QR"))
    assert (fields_of(code)[4], fields_of(code)[5]) == ("115.00", "15.00")

    # The hash covers the canonical form without the QR code.
    (reference,) = root.xpath("//cac:AdditionalDocumentReference[cbc:ID='QR']", namespaces=NAMES)
    reference.getparent().remove(reference)
    assert hash_invoice(etree.tostring(root, method="c14n").decode()) == note.hash
    assert base64.b64decode(note.hash)

    number = f"receipts/{receipt.number}.xml"
    assert (await client.get(number, headers=candidate().headers)).status_code == 404
    assert (await client.get(number)).status_code == 401
    shown = (await client.get(f"charges/{charge.id}", headers=payer.headers)).json()["documents"]
    assert [each["has_invoice"] for each in shown] == [True, True]


async def test_a_seller_without_registration_has_plain_receipts(
    service: PaymentsUnderTest,
) -> None:
    await service.deliver(fees(seller=Seller(name_en="Itqan")))
    await paid_charges(service, 1)
    await issue(service)
    assert [(each.counter, each.xml) for each in await list_rows(service, Document)] == [
        (None, None)
    ]
    assert "invoices_are_chained" not in await service.broken()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE documents SET xml = replace(xml, '1.00', '9.00') WHERE counter = 2",
        "UPDATE documents SET hash = previous_hash WHERE counter = 2",
        "DELETE FROM documents WHERE counter = 2",
        "UPDATE documents SET previous_hash = 'x' WHERE counter = 2",
    ],
)
async def test_one_that_was_changed_or_taken_away_is_found(
    service: PaymentsUnderTest, damage: str
) -> None:
    await register(service)
    await paid_charges(service, 3)
    await issue(service)
    assert "invoices_are_chained" not in await service.broken()
    await execute(service, damage)
    assert len((await service.broken())["invoices_are_chained"]) >= 1


TAX_NUMBER = "310122393500003"


def registered(organization_id: UUID, **changes: object) -> OrganizationUpdated:
    values: dict[str, Any] = {
        "organization_id": organization_id,
        "name_en": "Tuwaiq Logistics Academy",
        "name_ar": "أكاديمية طويق اللوجستية",
        "tax_number": TAX_NUMBER,
        "address": OrganizationAddress(
            line1="King Abdullah Road 12",
            line2=None,
            city_en="Jeddah",
            city_ar="جدة",
            state_en="Makkah",
            state_ar="مكة المكرمة",
            country_en="Saudi Arabia",
            country_ar="المملكة العربية السعودية",
            postal_code="21589",
        ),
    }
    return event(OrganizationUpdated, **values | changes)


async def test_of_what_a_registered_organization_owes_names_it_as_it_was_on_that_day(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    await register(service)
    organization_id = new_id()
    owner = actor("organization", organization_id=organization_id)
    await service.deliver(registered(organization_id))
    # A person who pays for a seat gets a simplified invoice.
    learner = candidate()
    request = bulk_of(owner)
    await service.deliver(build_profile(owner, paid=True))
    await service.deliver(request)
    owed = await get_charge(service, request.subject_id)
    seat = await owe(service, learner, organization_id=organization_id)
    for payer, charge in ((owner, owed), (learner, seat)):
        await sandbox.pay((await start(client, payer, charge))["checkout_url"])
    await sandbox.delivered(2)
    await issue(service)
    paid = await get_charge(service, request.subject_id)
    assert paid.payment_id
    await service.deliver(
        registered(organization_id, tax_number="399999999900003", name_ar="أخرى"), sequence=2
    )
    await refund(client, paid.payment_id)
    await send_refunds(service)
    await issue(service)
    documents = {
        (each.kind, each.charge_id): etree.fromstring(each.xml.encode())
        for each in await list_rows(service, Document)
    }
    invoice = documents[DocumentKind.RECEIPT, owed.id]
    note = documents[DocumentKind.CREDIT_NOTE, owed.id]
    for root, code in ((invoice, "388"), (note, "381")):
        (kind,) = root.findall("cbc:InvoiceTypeCode", NAMES)
        assert (kind.text, kind.get("name")) == (code, "0100000")
        (party,) = root.findall("cac:AccountingCustomerParty/cac:Party", NAMES)
        assert [each.text for each in party.iter() if each.text] == [
            "King Abdullah Road 12",
            "جدة",
            "21589",
            "مكة المكرمة",
            "SA",
            TAX_NUMBER,
            "VAT",
            "أكاديمية طويق اللوجستية",
        ]
        assert root.find("cac:Delivery/cbc:ActualDeliveryDate", NAMES) is not None
    simplified = documents[DocumentKind.RECEIPT, seat.id]
    (kind,) = simplified.findall("cbc:InvoiceTypeCode", NAMES)
    assert kind.get("name") == "0200000"
    (party,) = simplified.findall("cac:AccountingCustomerParty/cac:Party", NAMES)
    assert [each.text for each in party.iter() if each.text] == ["سارة الحربي"]
    assert "invoices_are_chained" not in await service.broken()

    media = MediaStore(service.database, service.context.files)
    assert await make_next_papers(service.database, media) == 3
    (receipt,) = [
        each
        for each in await list_rows(service, Document)
        if each.charge_id == owed.id and each.kind is DocumentKind.RECEIPT
    ]
    answer = await client.get(f"receipts/{receipt.number}.pdf", headers=owner.headers)
    page = pypdfium2.PdfDocument(answer.content)[0].get_textpage()
    text = " ".join(page.get_text_bounded().split())
    for shown in ("Tax invoice", TAX_NUMBER, "King Abdullah Road 12, Jeddah, Makkah, 21589"):
        assert shown in text
    assert "Simplified" not in text


async def test_an_organization_that_is_known_by_an_older_event_is_not_named_by_a_number(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    await register(service)
    owner = actor("organization", organization_id=new_id())
    assert owner.profile
    assert owner.profile.organization_id
    await service.deliver(registered(owner.profile.organization_id, tax_number=None, address=None))
    request = bulk_of(owner)
    await service.deliver(build_profile(owner, paid=True))
    await service.deliver(request)
    charge = await get_charge(service, request.subject_id)
    await sandbox.pay((await start(client, owner, charge))["checkout_url"])
    await sandbox.delivered()
    await issue(service)
    (receipt,) = await list_rows(service, Document)
    assert 'name="0200000"' in receipt.xml
