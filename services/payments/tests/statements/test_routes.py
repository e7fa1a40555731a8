"""Statements: entries match the rows in the month of each change."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import httpx
import pypdfium2
import pytest
from contracts.identity import OrganizationUpdated
from contracts.payments import ChargePurpose, ChargeStatus, RefundReason
from contracts.testing import event
from kit.database.db import new_id
from kit.documents import pdfs
from kit.domain.timezone import today
from kit.testing import Actor, actor
from payments.charges.models import Charge
from payments.config import PaymentMethod
from payments.documents.service import issue_credit_notes, issue_receipts
from payments.payments.models import Payment, PaymentStatus
from payments.refunds.models import Refund, RefundStatus
from sqlmodel import SQLModel

from services.payments.tests.factories import PaymentsUnderTest, candidate, list_rows

ADMIN = actor("admin", permissions=["view-payments"])


def at(month: int, day: int, hour: int = 9) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=UTC)


class Books:
    """Inserts rows of one organization as they would look after the given times."""

    def __init__(self) -> None:
        self.organization_id = new_id()
        self.rows: list[SQLModel] = []

    def charge(self, opened: datetime, amount_minor: int, **given: Any) -> Charge:
        values: dict[str, Any] = {
            "id": new_id(),
            "reference": f"ITQ-2026-{len(self.rows):06d}-{self.organization_id}",
            "purpose": ChargePurpose.BULK_ENROLLMENT,
            "subject_id": new_id(),
            "organization_id": self.organization_id,
            "payer_profile_id": new_id(),
            "payer_user_id": new_id(),
            "currency": "SAR",
            "title_en": "Forklift operation",
            "title_ar": "تشغيل الرافعة الشوكية",
        }
        row = Charge(**values | given, amount_minor=amount_minor, created_at=opened)
        self.rows.append(row)
        return row

    def pay(self, charge: Charge, paid: datetime, *, settles: bool = True, **given: Any) -> Payment:
        number = sum(isinstance(row, Payment) for row in self.rows) + 1
        values: dict[str, Any] = {
            "id": new_id(),
            "charge_id": charge.id,
            "number": number,
            "status": PaymentStatus.SUCCEEDED,
            "amount_minor": charge.amount_minor,
            "currency": charge.currency,
            "special_reference": str(new_id()),
            "transaction_id": self.organization_id.int % 10**15 + number,
            "received_minor": charge.amount_minor,
            "expires_at": paid,
            "completed_at": paid,
        }
        row = Payment(**values | given)
        self.rows.append(row)
        if settles:
            charge.status, charge.paid_at, charge.payment_id = ChargeStatus.PAID, paid, row.id
        return row

    def refund(self, payment: Payment, amount_minor: int, done: datetime, **given: Any) -> None:
        values: dict[str, Any] = {
            "transaction_id": payment.transaction_id,
            "status": RefundStatus.DONE,
            "due_at": None,
        }
        row = Refund(
            **values | given,
            payment_id=payment.id,
            charge_id=payment.charge_id,
            amount_minor=amount_minor,
            currency=payment.currency,
            reason=RefundReason.ADMIN,
            request_key=str(new_id()),
            done_at=done,
        )
        self.rows.append(row)

    async def store(self, service: PaymentsUnderTest) -> None:
        async with service.database.transaction() as session:
            for kind in (Charge, Payment, Refund):
                session.add_all([row for row in self.rows if isinstance(row, kind)])
                await session.flush()

    @property
    def owner(self) -> Actor:
        return actor("organization", organization_id=self.organization_id)


async def statement(
    client: httpx.AsyncClient, person: Actor, month: str | None = None, **params: Any
) -> dict[str, Any]:
    query = params | ({"month": month} if month else {})
    answer = await client.get("statements", params=query, headers=person.headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def lines(body: dict[str, Any]) -> list[tuple[str, int, int, int]]:
    """Return kind, debit, credit and balance of each entry."""
    return [
        (each["kind"], each["debit_minor"], each["credit_minor"], each["balance_minor"])
        for each in body["data"]
    ]


def sums(body: dict[str, Any]) -> tuple[int, ...]:
    """Return opening balance, debits, credits and closing balance."""
    (found,) = body["meta"]["sums"]
    names = ("opening_minor", "debit_minor", "credit_minor", "closing_minor")
    return tuple(found[name] for name in names)


async def test_a_month_has_what_was_owed_and_paid_in_it(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    books = Books()
    books.charge(at(9, 5), 700)
    first = books.charge(at(10, 5), 1_000, purchase_order="PO-7")
    payment = books.pay(first, at(10, 6))
    application = books.charge(at(10, 7), 300, purpose=ChargePurpose.APPLICATION)
    books.pay(application, at(11, 2), way=PaymentMethod.BANK_TRANSFER, transaction_id=-7)
    books.charge(
        at(10, 8),
        200,
        purpose=ChargePurpose.ORGANIZATION_REGISTRATION,
        subject_id=books.organization_id,
        organization_id=None,
    )
    # A partial refund in the following month.
    books.refund(payment, 400, at(11, 3))
    # Others' payments for its batches, zero amounts and failed payments are excluded.
    books.pay(books.charge(at(10, 9), 50, purpose=ChargePurpose.ENROLLMENT), at(10, 9))
    books.charge(at(10, 9), 0, status=ChargeStatus.PAID, waived=True)
    books.pay(first, at(10, 5), settles=False, status=PaymentStatus.FAILED, transaction_id=None)
    books.refund(payment, 100, at(10, 9), status=RefundStatus.FAILED)
    books.refund(payment, 100, at(10, 9), status=RefundStatus.REQUESTED)
    await books.store(service)

    october = await statement(client, books.owner, "2026-10")
    assert lines(october) == [
        ("opening", 0, 0, 700),
        ("charge", 1_000, 0, 1_700),
        ("payment", 0, 1_000, 700),
        ("charge", 300, 0, 1_000),
        ("charge", 200, 0, 1_200),
        ("closing", 0, 0, 1_200),
    ]
    assert sums(october) == (700, 1_500, 1_000, 1_200)
    assert october["meta"]["total"] == 6
    entry = october["data"][1]
    assert (entry["reference"], entry["purchase_order"]) == (first.reference, "PO-7")
    assert entry["payment_id"] == str(payment.id)

    async with service.database.transaction() as session:
        await issue_receipts(session)
        await issue_credit_notes(session)
    november = await statement(client, books.owner, "2026-11")
    assert lines(november) == [
        ("opening", 0, 0, 1_200),
        ("transfer", 0, 300, 900),
        ("credit_note", 0, 400, 500),
        ("refund", 400, 0, 900),
        ("closing", 0, 0, 900),
    ]
    assert [str(each["document"])[:4] for each in november["data"][1:3]] == ["REC-", "CRN-"]
    assert await statement(client, books.owner, "2026-08") == {
        "data": [],
        "meta": {"page": 1, "page_size": 20, "total": 0, "capped": False, "sums": []},
    }
    assert lines(await statement(client, books.owner, "2027-03")) == [
        ("opening", 0, 0, 900),
        ("closing", 0, 0, 900),
    ]
    # Pagination returns the same entries.
    second = await statement(client, books.owner, "2026-11", page=2, page_size=2)
    assert lines(second) == lines(november)[2:4]
    assert second["meta"]["sums"] == november["meta"]["sums"]


async def test_what_closed_is_owed_no_more_unless_late_money_settles_it(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    books = Books()
    books.charge(at(10, 1), 100, status=ChargeStatus.CANCELLED, closed_at=at(11, 1))
    late = books.charge(at(10, 2), 200, closed_at=at(10, 3), late=True)
    books.pay(late, at(11, 4))
    # The seat was gone, so the money is a credit until its refund.
    gone = books.charge(at(10, 4), 300, status=ChargeStatus.EXPIRED, closed_at=at(10, 5))
    returned = books.pay(gone, at(11, 5), settles=False)
    books.refund(returned, 300, at(12, 1))
    twice = books.charge(at(10, 6), 400)
    books.pay(twice, at(10, 6))
    again = books.pay(twice, at(10, 6, 10), settles=False)
    books.refund(again, 400, at(10, 6, 11))
    # Payments under review and second payments of an order are excluded.
    looked = books.charge(at(10, 7), 500, closed_at=at(10, 8), status=ChargeStatus.CANCELLED)
    review = books.pay(
        looked, at(10, 9), settles=False, status=PaymentStatus.UNDER_REVIEW, received_minor=1
    )
    books.refund(review, 1, at(10, 9))
    books.refund(again, 400, at(10, 9), transaction_id=12)
    await books.store(service)

    october = await statement(client, books.owner, "2026-10")
    assert lines(october) == [
        ("opening", 0, 0, 0),
        ("charge", 100, 0, 100),
        ("charge", 200, 0, 300),
        ("closed", 0, 200, 100),
        ("charge", 300, 0, 400),
        ("closed", 0, 300, 100),
        ("charge", 400, 0, 500),
        ("payment", 0, 400, 100),
        ("payment", 0, 400, -300),
        ("refund", 400, 0, 100),
        ("charge", 500, 0, 600),
        ("closed", 0, 500, 100),
        ("closing", 0, 0, 100),
    ]
    november = await statement(client, books.owner, "2026-11")
    assert lines(november) == [
        ("opening", 0, 0, 100),
        ("closed", 0, 100, 0),
        ("reinstated", 200, 0, 200),
        ("payment", 0, 200, 0),
        ("payment", 0, 300, -300),
        ("closing", 0, 0, -300),
    ]
    assert sums(november) == (100, 200, 600, -300)
    assert sums(await statement(client, books.owner, "2026-12")) == (-300, 300, 0, 0)


async def test_months_begin_in_riyadh_and_currencies_are_apart(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    books = Books()
    midnight = datetime(2026, 10, 31, 21, tzinfo=UTC)
    books.charge(midnight - timedelta(microseconds=1), 100)
    books.charge(midnight, 200)
    books.charge(midnight, 300, currency="USD")
    await books.store(service)
    assert sums(await statement(client, books.owner, "2026-10")) == (0, 100, 0, 100)
    november = await statement(client, books.owner, "2026-11")
    assert [each["currency"] for each in november["data"]] == ["SAR"] * 3 + ["USD"] * 3
    assert lines(november) == [
        ("opening", 0, 0, 100),
        ("charge", 200, 0, 300),
        ("closing", 0, 0, 300),
        ("opening", 0, 0, 0),
        ("charge", 300, 0, 300),
        ("closing", 0, 0, 300),
    ]
    assert [each["closing_minor"] for each in november["meta"]["sums"]] == [300, 300]
    assert len({each["id"] for each in november["data"]}) == 6
    this_month = f"{today():%Y-%m}"
    assert await statement(client, books.owner) == await statement(client, books.owner, this_month)


async def test_costs_two_queries_for_any_number(
    service: PaymentsUnderTest, client: httpx.AsyncClient, queries: Callable[[], Any]
) -> None:
    books = Books()
    for day in range(1, 9):
        payment = books.pay(books.charge(at(10, day), 100), at(10, day, 10))
        books.refund(payment, 50, at(10, day, 11))
    await books.store(service)
    with queries() as statements:
        body = await statement(client, books.owner, "2026-10", page_size=100)
    assert len(statements) == 2
    assert len(body["data"]) == 8 * 4 + 2
    charges, payments, refunds = [
        await list_rows(service, kind) for kind in (Charge, Payment, Refund)
    ]
    assert sums(body) == (
        0,
        sum(each.amount_minor for each in (*charges, *refunds)),
        sum(each.received_minor for each in payments) + sum(each.amount_minor for each in refunds),
        0,
    )


async def test_is_saved_as_a_file_with_its_balances(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    books = Books()
    books.pay(books.charge(at(10, 1), 12_345), at(10, 2))
    await books.store(service)

    async def saved(person: Actor, **params: Any) -> list[dict[str, str]]:
        answer = await client.get(
            "statements/export",
            params={"format": "csv", "month": "2026-10", **params},
            headers=person.headers,
        )
        assert answer.status_code == 200, answer.text
        return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))

    found = await saved(books.owner)
    assert [(row["Entry"], row["Debit"], row["Credit"], row["Balance"]) for row in found] == [
        ("Opening balance", "0.00", "0.00", "0.00"),
        ("Charge", "123.45", "0.00", "123.45"),
        ("Payment", "0.00", "123.45", "0.00"),
        ("Closing balance", "0.00", "0.00", "0.00"),
    ]
    arabic = await saved(ADMIN, organization_id=books.organization_id, language="ar")
    assert [row["القيد"] for row in arabic][1:3] == ["مبلغ مستحق", "عملية دفع"]
    workbook = await client.get("statements/export", headers=books.owner.headers)
    assert workbook.content.startswith(b"PK")


class TestAccess:
    @pytest.fixture
    async def books(self, service: PaymentsUnderTest) -> Books:
        books = Books()
        books.charge(at(10, 1), 100)
        await books.store(service)
        return books

    async def test_an_organization_sees_its_own_and_admins_any(
        self, client: httpx.AsyncClient, books: Books
    ) -> None:
        whose = {"organization_id": books.organization_id}
        for person, params in ((books.owner, {}), (books.owner, whose), (ADMIN, whose)):
            assert (await statement(client, person, "2026-10", **params))["meta"]["total"] == 3
        assert (await statement(client, ADMIN, "2026-10"))["data"] == []
        stranger = actor("organization", organization_id=new_id())
        assert (await statement(client, stranger, "2026-10"))["data"] == []

    @pytest.mark.parametrize("path", ["statements", "statements/export"])
    async def test_is_refused(self, client: httpx.AsyncClient, books: Books, path: str) -> None:
        async def status(person: Actor | None, **params: Any) -> int:
            headers = person.headers if person else {}
            return (await client.get(path, params=params, headers=headers)).status_code

        organization_id: UUID = books.organization_id
        stranger = actor("organization", organization_id=new_id())
        assert await status(stranger, organization_id=organization_id) == 404
        assert await status(None) == 401
        for person in (
            candidate(),
            actor("staff", organization_id=organization_id),
            actor("admin"),
            actor("organization", organization_id=organization_id, approved=False),
        ):
            assert await status(person, organization_id=organization_id) == 403
        for params in ({"month": "2026-13"}, {"month": "1026-01"}, {"organization_id": "x"}):
            assert await status(ADMIN, **params) == 422


async def test_is_printed_in_both_languages_for_whoever_may_see_it(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    books = Books()
    charge = books.charge(at(10, 2), 123_456)
    books.pay(charge, at(10, 3))
    await books.store(service)
    organization = {"organization_id": books.organization_id, "tax_number": "310122393500003"}
    await service.deliver(event(OrganizationUpdated, **organization))

    async def get(person: Actor, **params: Any) -> httpx.Response:
        return await client.get("statements/pdf", params=params, headers=person.headers)

    answer = await get(books.owner, month="2026-10")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == 'attachment; filename="statement-2026-10.pdf"'
    pdfs.check(answer.content)
    page = pypdfium2.PdfDocument(answer.content)[0].get_textpage()
    text = " ".join(page.get_text_bounded().split())
    for shown in ("Statement of account", "310122393500003", "1,234.56", "Forklift operation"):
        assert shown in text
    asked = {"organization_id": str(books.organization_id)}
    for person, status in (
        (ADMIN, 200),
        (actor("organization", organization_id=new_id(), permissions=["view-payments"]), 404),
        (candidate(), 403),
    ):
        assert (await get(person, month="2020-01", **asked)).status_code == status
