"""PDF receipts: unchanged page images, the QR code required by the tax authority, and access."""

import base64
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pypdfium2
import pytest
import zxingcpp
from contracts import Permission
from contracts.catalog import Seller, VatRate
from contracts.enrollment import ChargeLine
from contracts.payments import DocumentKind, DocumentMade
from kit.database.db import new_id
from kit.documents import papers, pdfs
from kit.documents.media import MediaStore
from kit.domain.timezone import today
from kit.testing import Actor, actor
from payments.charges.rules import Vat, add_vat
from payments.documents.adapters.pdf import RECEIPT, PrintableDocument, build_receipt_paper
from payments.documents.invoices.adapters.qr import build_qr_text
from payments.documents.models import Document
from payments.documents.papers.service import make_next_papers
from payments.documents.service import issue_credit_notes, issue_receipts
from PIL import Image, ImageChops

from services.payments.tests.factories import (
    Pay,
    PaymentsUnderTest,
    Sandbox,
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

PAGES = Path(__file__).parent / "pages"
SELLER = Seller(
    name_en="Itqan Training Platform Company",
    name_ar="شركة منصة إتقان للتدريب",
    street_en="King Fahd Road",
    street_ar="طريق الملك فهد",
    district_en="Al Olaya",
    district_ar="العليا",
    city_en="Riyadh",
    city_ar="الرياض",
    building_number="2110",
    postal_code="12214",
    registration_number="1010000009",
    vat_registered=True,
    vat_number="399999999900003",
)
VAT = Vat(15, included=False)
LINES = [
    add_vat(ChargeLine(title_en=en, title_ar=ar, code=code, quantity=count, unit_minor=unit), VAT)
    for en, ar, code, count, unit in (
        ("Forklift operation", "تشغيل الرافعة الشوكية", "FLT-110-3", 12, 125_000),
        ("Registration fee", "رسوم التسجيل", "", 3, 11_500),
    )
]
ISSUED_AT = datetime(2026, 11, 23, 11, 5, tzinfo=UTC)


def document(kind: DocumentKind, seller: Seller) -> Document:
    return Document(
        kind=kind,
        number="REC-2026-000041" if kind is DocumentKind.RECEIPT else "CRN-2026-000007",
        charge_id=new_id(),
        amount_minor=sum(line.amount_minor for line in LINES),
        vat_minor=sum(line.vat_minor for line in LINES),
        vat_percent=VAT.percent,
        currency="SAR",
        seller=seller.model_dump(),
        buyer={"name_en": "Tuwaiq Logistics Academy", "name_ar": "أكاديمية طويق اللوجستية"},
        lines=[line.model_dump() for line in LINES],
        issued_at=ISSUED_AT,
    )


INVOICE = PrintableDocument(document(DocumentKind.RECEIPT, SELLER), "ITQ-2026-000123", "PO-7", None)
PLAIN = PrintableDocument(
    document(DocumentKind.CREDIT_NOTE, SELLER.model_copy(update={"vat_registered": False})),
    "ITQ-2026-000123",
    None,
    "REC-2026-000041",
)


async def page_of(printed: PrintableDocument, scale: float) -> Image.Image:
    (pdf,) = await papers.render(RECEIPT, [build_receipt_paper(printed)])
    assert pdf is not None
    # A receipt passes the check of uploaded attachments.
    pdfs.check(pdf)
    picture: Image.Image = pypdfium2.PdfDocument(pdf)[0].render(scale=scale).to_pil()
    return picture


@pytest.mark.parametrize(("name", "printed"), [("invoice", INVOICE), ("credit-note", PLAIN)])
async def test_pages_look_as_they_did(
    name: str, printed: PrintableDocument, tmp_path: Path
) -> None:
    page = await page_of(printed, 0.8)
    page.convert("P", palette=Image.Palette.ADAPTIVE, colors=16).save(tmp_path / f"{name}.png")
    stored = Image.open(PAGES / f"{name}.png")
    assert page.size == stored.size
    difference = ImageChops.difference(page.convert("L"), stored.convert("L"))
    share = sum(difference.histogram()[64:]) / (page.width * page.height)
    # Store the new image after an intended change.
    assert share < 0.001, f"it is now {tmp_path}/{name}.png"


async def test_a_buyer_s_name_of_one_long_word_stays_in_its_column() -> None:
    long = document(DocumentKind.RECEIPT, SELLER)
    long.buyer = {"name_en": "Z" * 90, "name_ar": "ذ" * 90}
    (pdf,) = await papers.render(RECEIPT, [build_receipt_paper(replace(INVOICE, document=long))])
    assert pdf is not None
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    places = range(page.count_chars())
    latin = [page.get_charbox(at)[2] for at in places if page.get_text_range(at, 1) == "Z"]
    arabic = [page.get_charbox(at)[0] for at in places if page.get_text_range(at, 1) == "ذ"]
    assert max(latin) < min(arabic)


def fields_of(code: str) -> dict[int, str]:
    content, fields = base64.b64decode(code), {}
    while content:
        tag, length = content[:2]
        fields[tag] = content[2 : 2 + length].decode()
        content = content[2 + length :]
    return fields


async def test_the_code_of_a_printed_page_says_who_sold_when_and_with_which_tax() -> None:
    (found,) = zxingcpp.read_barcodes(await page_of(INVOICE, 2))
    assert fields_of(found.text) == {
        1: SELLER.name_ar,
        2: SELLER.vat_number,
        3: "2026-11-23T11:05:00Z",
        4: "17646.75",
        5: "2301.75",
    }
    assert zxingcpp.read_barcodes(await page_of(PLAIN, 2)) == [], "without tax there is none"


def test_a_name_of_too_many_bytes_ends_with_a_whole_letter() -> None:
    code = build_qr_text(
        seller="x" + "م" * 150,
        vat_number="3",
        issued_at=ISSUED_AT,
        amount_minor=5,
        vat_minor=0,
    )
    fields = fields_of(code)
    assert (fields[1], fields[4]) == ("x" + "م" * 127, "0.05")


async def make(service: PaymentsUnderTest) -> int:
    media = MediaStore(service.database, service.context.files)
    return await make_next_papers(service.database, media)


async def issue(service: PaymentsUnderTest) -> None:
    async with service.database.transaction() as session:
        await issue_receipts(session)
        await issue_credit_notes(session)


async def test_whoever_sees_the_charge_gets_its_papers(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    rates = (VatRate(percent=15, valid_from=today()),)
    await service.deliver(fees(seller=SELLER, vat_rates=rates))
    payer = candidate()
    owed = await owe(service, payer)
    await sandbox.pay((await start(client, payer, owed))["checkout_url"])
    await sandbox.delivered()
    charge = await get_charge(service, owed.subject_id)
    await issue(service)
    (receipt,) = await list_rows(service, Document)
    people = {
        "payer": payer,
        "organization": actor(
            "organization",
            organization_id=charge.organization_id,
            permissions=[Permission.VIEW_PAYMENTS],
        ),
        "desk": actor("admin", permissions=[Permission.VIEW_PAYMENTS]),
        "other payer": actor("candidate"),
        "other organization": actor(
            "organization", organization_id=new_id(), permissions=[Permission.VIEW_PAYMENTS]
        ),
        "other admin": actor("admin"),
    }

    async def get(person: Actor, number: str = receipt.number) -> httpx.Response:
        return await client.get(f"receipts/{number}.pdf", headers=person.headers)

    assert (await get(payer)).json()["code"] == "receipt.not_ready"
    assert [await make(service) for _ in range(2)] == [1, 0]
    answers = {name: await get(person) for name, person in people.items()}
    assert {name for name, answer in answers.items() if answer.status_code == 200} == {
        "payer",
        "organization",
        "desk",
    }
    assert {answer.status_code for answer in answers.values()} == {200, 404}
    assert (await get(payer, "REC-1999-000001")).status_code == 404
    assert (await client.get(f"receipts/{receipt.number}.pdf")).status_code == 401
    saved = answers["payer"]
    assert saved.headers["content-disposition"].endswith(f'"{receipt.number}.pdf"')
    text = pypdfium2.PdfDocument(saved.content)[0].get_textpage().get_text_bounded()
    assert receipt.number in text
    assert SELLER.vat_number in text

    # A mailed link opens without signing in until it expires.
    (made,) = await service.published(DocumentMade)
    assert (made.number, made.kind, made.payer_user_id) == (
        receipt.number,
        DocumentKind.RECEIPT,
        payer.user_id,
    )
    link = f"receipts/mailed/{made.token}"
    opened = await client.get(link)
    assert (opened.status_code, opened.content) == (200, saved.content)
    assert (await client.get(f"{link}x")).status_code == 404
    await execute(service, "UPDATE document_papers SET link_until = now()")
    ended = await client.get(link)
    assert ended.status_code == 303
    assert ended.headers["location"].endswith(f"/candidate/my-payments/{charge.id}")

    # Later seller or VAT changes do not affect this sale's credit notes.
    await service.deliver(fees(seller=Seller(name_en="Other"), vat_rates=()), sequence=2)
    assert charge.payment_id
    for part in (33_33, 1):
        await refund(client, charge.payment_id, amount_minor=part)
    await refund(client, charge.payment_id)
    await send_refunds(service)
    await issue(service)
    first, *notes = await list_rows(service, Document)
    assert first.vat_minor == charge.vat_minor == 195_65
    assert sum(note.amount_minor for note in notes) == charge.amount_minor
    assert sum(note.vat_minor for note in notes) == charge.vat_minor, "to the last minor unit"
    assert all(
        line["net_minor"] + line["vat_minor"] == line["amount_minor"] == note.amount_minor
        for note in notes
        for line in note.lines
    )


async def test_copies_share_the_papers_and_what_failed_waits(
    service: PaymentsUnderTest, pay: Pay, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pay()
    await issue(service)

    async def nothing(*_: object) -> list[None]:
        return [None]

    with monkeypatch.context() as patched:
        patched.setattr(papers, "render", nothing)
        assert await make(service) == 1
    assert await make(service) == 0, "it is tried later"
    await execute(service, "UPDATE document_papers SET next_at = now()")
    assert await make(service) == 1
    await execute(service, "UPDATE document_papers SET next_at = now()")
    assert await make(service) == 0
