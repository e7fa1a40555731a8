"""Transfers, from the payer's choice to the settled charge, with deviations."""

import asyncio
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.audit import PaymentsAuditRecorded
from contracts.payments import ChargePaid, ChargeRefunded, ChargeStatus, PaymentUnderReview
from kit.database.db import new_id
from kit.testing import Actor, actor, count_queries
from payments.charges.models import SETTLED, Charge
from payments.config import BankAccount, PaymentMethod
from payments.payments.models import PaymentStatus
from payments.refunds.models import RefundMethod, RefundStatus
from payments.transfers.models import BankCredit

from services.payments.tests.factories import (
    PRICE,
    PaymentsUnderTest,
    admin,
    candidate,
    execute,
    get_charge,
    list_rows,
    owe,
    refund,
    the_payment,
    the_refund,
)
from services.payments.tests.transfers.factories import IBAN, Entries, camt053, mt940, sheet

PDF = (
    b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF\n"
)


@pytest.fixture(autouse=True)
def account(service: PaymentsUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Configure the platform's bank account."""
    given = BankAccount(
        iban="SA03 8000 0000 6080 1016 7519",
        bank_en="Al Rajhi Bank",
        bank_ar="مصرف الراجحي",
        beneficiary_en="Itqan",
        beneficiary_ar="إتقان",
    )
    assert given.iban == IBAN
    monkeypatch.setattr(service.settings, "bank_account", given)


def reconciler() -> Actor:
    return actor("admin", permissions=["reconcile-payments"])


def reviewer() -> Actor:
    return actor("admin", permissions=["review-payments", "reconcile-payments"])


async def choose(client: httpx.AsyncClient, person: Actor, charge: Charge) -> dict[str, Any]:
    answer = await client.post(f"charges/{charge.id}/transfer", headers=person.headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def imported(client: httpx.AsyncClient, content: bytes, name: str = "x") -> dict[str, Any]:
    answer = await send(client, content, name)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def send(
    client: httpx.AsyncClient, content: bytes, name: str = "x", **data: str
) -> httpx.Response:
    return await client.post(
        "transfers/statements",
        files={"file": (name, content)},
        data=data,
        headers=reconciler().headers,
    )


async def listed(client: httpx.AsyncClient, **query: str) -> list[dict[str, Any]]:
    answer = await client.get("transfers/credits", params=query, headers=reconciler().headers)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["data"]
    return found


async def confirm(client: httpx.AsyncClient, *ids: str) -> dict[str, Any]:
    answer = await client.post(
        "transfers/credits/confirm",
        json={"credit_ids": list(ids)},
        headers=reconciler().headers,
    )
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def match(client: httpx.AsyncClient, credit: str, charge_id: UUID) -> httpx.Response:
    return await client.post(
        f"transfers/credits/{credit}/match",
        json={"charge_id": str(charge_id)},
        headers=reconciler().headers,
    )


async def import_credits(client: httpx.AsyncClient, entries: Entries) -> list[str]:
    """Import credits and return their IDs by bank reference."""
    await imported(client, mt940(entries))
    rows = {row["bank_reference"]: row["id"] for row in await listed(client)}
    return [rows[reference] for _, _, reference in entries]


async def timeline(client: httpx.AsyncClient, person: Actor, charge: Charge) -> list[str]:
    answer = await client.get(f"charges/{charge.id}/timeline", headers=person.headers)
    return [entry["step"] for entry in answer.json()["entries"]]


class TestTransfer:
    async def test_is_chosen_imported_and_confirmed_once(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        ways = await client.get(f"charges/{charge.id}/ways", headers=person.headers)
        assert ways.json()[-1]["way"] == "bank_transfer"
        chosen = await choose(client, person, charge)
        assert chosen == await choose(client, person, charge)
        assert (chosen["amount_minor"], chosen["account"]["iban"]) == (PRICE, IBAN)

        entries = [("1500.00", f"{chosen['reference']} thanks", "BK1")]
        first = await imported(client, mt940(entries))
        assert (first["new"], first["proposed"], first["to_decide"]) == (1, 1, 0)
        for again in (mt940(entries), camt053(entries), sheet(entries)):
            report = await imported(client, again)
            assert (report["new"], report["known"], report["statement_id"]) == (0, 1, None)

        (row,) = await listed(client, status="proposed", search="thanks")
        assert row["charge"]["reference"] == charge.reference
        assert row["charge"]["transfer_chosen"]
        both = await asyncio.gather(*(confirm(client, row["id"]) for _ in range(4)))
        assert [(len(each["confirmed"]), each["left"]) for each in both] == [(1, [])] * 4
        paid = await get_charge(service, charge.subject_id)
        payment = await the_payment(service)
        assert (paid.status, paid.payment_id) == (ChargeStatus.PAID, payment.id)
        assert (payment.way, payment.status) == (
            PaymentMethod.BANK_TRANSFER,
            PaymentStatus.SUCCEEDED,
        )
        assert len(await service.published(ChargePaid)) == 1
        assert await service.broken() == {}
        nouns = [event.noun for event in await service.published(PaymentsAuditRecorded)]
        assert sorted(nouns) == ["bank_credit", "bank_statement"]

    async def test_for_another_is_not_found_and_without_an_account_is_not_offered(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        person, stranger = candidate(), candidate()
        charge = await owe(service, person)
        for method, path in (("POST", "transfer"), ("GET", "transfer/receipt")):
            answer = await client.request(
                method, f"charges/{charge.id}/{path}", headers=stranger.headers
            )
            assert answer.status_code == 404
        assert (await match(client, str(new_id()), charge.id)).status_code == 404
        monkeypatch.setattr(service.settings, "bank_account", None)
        answer = await client.post(f"charges/{charge.id}/transfer", headers=person.headers)
        assert answer.json()["code"] == "bank_transfer.unavailable"
        assert (await send(client, b"")).json()["code"] == "bank_account.not_configured"

    async def test_has_a_receipt_that_its_payer_and_the_reconciler_see(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        path = f"charges/{charge.id}/transfer/receipt"

        async def upload(content: bytes) -> httpx.Response:
            return await client.post(path, files={"file": ("x", content)}, headers=person.headers)

        assert (await upload(PDF)).json()["code"] == "bank_transfer.not_chosen"
        await choose(client, person, charge)
        assert (await client.get(path, headers=person.headers)).status_code == 404
        assert (await upload(b"neither")).json()["fields"][0][
            "code"
        ] == "document.unsupported_format"
        for _ in range(2):
            answer = await upload(PDF)
            assert answer.status_code == 200, answer.text
            assert answer.json()["receipt_at"]
        steps = await timeline(client, person, charge)
        assert steps == ["opened", "transfer_chosen", "transfer_receipt"]
        for who in (person, reconciler()):
            answer = await client.get(path, headers=who.headers)
            assert (answer.status_code, answer.content) == (200, PDF)
        assert (await client.get(path, headers=candidate().headers)).status_code == 404
        for status in SETTLED:
            async with service.database.transaction() as session:
                (await session.get_one(Charge, charge.id)).status = status
            assert (await upload(PDF)).json()["code"] == "bank_transfer.unavailable"


class TestDifference:
    async def test_a_second_transfer_is_given_back_by_a_person(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        reference = (await choose(client, person, charge))["reference"]
        entries = [("1500.00", reference, f"BK{number}") for number in range(2)]
        first, second = await import_credits(client, entries)
        answer = await confirm(client, first, second)
        (confirmed,), (kept,) = answer["confirmed"], answer["left"]
        assert (confirmed["status"], kept["reason"]) == ("matched", "paid")
        left = kept["credit"]["id"]
        assert {confirmed["id"], left} == {first, second}

        assert (await match(client, left, charge.id)).json()["status"] == "matched"
        owed = await the_refund(service)
        assert (owed.method, owed.status) == (
            RefundMethod.TRANSFER,
            RefundStatus.REQUESTED,
        )
        (task,) = (await client.get("transfers/refunds", headers=reconciler().headers)).json()
        assert (task["id"], task["reference"]) == (str(owed.id), charge.reference)
        assert task["can_record"] is False
        assert await service.broken() == {}

        path, body = f"refunds/{owed.id}/transfer", {"bank_reference": "OUT-1"}
        both = await asyncio.gather(
            *(client.post(path, json=body, headers=admin().headers) for _ in range(3))
        )
        assert {(one.status_code, one.json()["status"]) for one in both} == {(200, "done")}
        other = await client.post(path, json={"bank_reference": "2"}, headers=admin().headers)
        assert other.json()["code"] == "refund.not_awaiting_transfer"
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID
        assert await service.broken() == {}

    async def test_a_refund_of_a_transfer_waits_for_a_person_too(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        reference = (await choose(client, person, charge))["reference"]
        await confirm(client, *(await import_credits(client, [("1500.00", reference, "BK1")])))
        answer = await refund(client, (await the_payment(service)).id, amount_minor=500)
        assert (answer.status_code, answer.json()["method"]) == (202, "transfer")
        path = f"refunds/{answer.json()['id']}/transfer"
        # Permissions are checked before the refund is looked up.
        for person in (reconciler(), reviewer()):
            for address in (path, f"refunds/{new_id()}/transfer"):
                refused = await client.post(
                    address, json={"bank_reference": "OUT"}, headers=person.headers
                )
                assert refused.status_code == 403
        await client.post(path, json={"bank_reference": "OUT"}, headers=admin().headers)
        (event,) = await service.published(ChargeRefunded)
        assert (event.refunded_minor, event.complete) == (500, False)

    async def test_is_shown_and_decided_by_hand(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        person = candidate()
        other, late = await owe(service, person), await owe(service, person)
        references = [(await choose(client, person, each))["reference"] for each in (other, late)]
        await execute(service, "UPDATE charges SET due_at = now() WHERE id = :id", id=late.id)
        await service.sweep("expire_charges")
        less, after, gift = await import_credits(
            client,
            [("14.99", references[0], "BK1"), ("1500.00", references[1], "BK2"),
             ("1500.00", "a gift", "BK3")],
        )  # fmt: skip
        rows = {row["id"]: row["difference"] for row in await listed(client, status="to_decide")}
        assert rows == {less: "amount", after: "closed", gift: "unknown_reference"}
        answer = await confirm(client, less, after, gift)
        assert answer["confirmed"] == []
        assert {each["credit"]["id"]: each["reason"] for each in answer["left"]} == rows
        assert len(await listed(client, status="to_decide")) == 3

        assert (await match(client, less, other.id)).json()["status"] == "matched"
        steps = await timeline(client, person, other)
        assert steps == ["opened", "transfer_chosen", "under_review"]
        (review,) = await service.published(PaymentUnderReview)
        assert (review.expected_minor, review.received_minor) == (PRICE, 1499)
        assert (await match(client, after, late.id)).json()["status"] == "matched"
        (paid,) = await service.published(ChargePaid)
        assert (paid.charge_id, paid.late) == (late.id, True)

        path = f"transfers/credits/{gift}/set-aside"
        headers = reconciler().headers
        aside = await client.post(path, json={"note": "Not ours"}, headers=headers)
        assert (aside.json()["status"], aside.json()["note"]) == ("set_aside", "Not ours")
        (kept,) = (await confirm(client, gift))["left"]
        assert kept["reason"] == "set_aside"
        again = await client.post(
            f"transfers/credits/{less}/set-aside", json={"note": "x"}, headers=headers
        )
        assert again.json()["code"] == "bank_credit.already_matched"
        assert (await match(client, less, late.id)).json()["code"] == "bank_credit.already_matched"
        assert await service.broken() == {}

    async def test_charges_to_match_are_found_by_reference_and_name(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        charge = await owe(service, candidate())
        for search in (charge.reference, "harbi sara", "الحربي"):
            answer = await client.get(
                "transfers/charges", params={"search": search}, headers=reconciler().headers
            )
            assert [each["id"] for each in answer.json()] == [str(charge.id)]


class TestImport:
    @pytest.mark.parametrize(
        ("content", "name", "code"),
        [
            (b"", "x.csv", "sheet.empty"),
            (b"x" * (5 * 1024 * 1024 + 1), "x.csv", "bank_statement.too_large"),
            (b"Date,Description\n2026-11-23,x\n", "x.csv", "bank_statement.no_amount"),
            (b"Date,Amount,Description\nsoon,5,x\n", "x.csv", "bank_statement.invalid_date"),
            (
                b"Date,Amount,Description\n2026-11-23,1.2.3,x\n",
                "x.csv",
                "bank_statement.invalid_amount",
            ),
            (b"<Document", "x.xml", "bank_statement.broken"),
            (mt940([], iban="SA4420000001234567891234"), "x.sta", "bank_statement.other_account"),
        ],
    )
    async def test_of_a_bad_file_is_refused_at_its_field(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        content: bytes,
        name: str,
        code: str,
    ) -> None:
        answer = await send(client, content, name)
        assert answer.status_code == 422, answer.text
        assert [(each["field"], each["code"]) for each in answer.json()["fields"]] == [
            ("file", code)
        ]
        assert await list_rows(service, BankCredit) == []

    async def test_with_hijri_dates_is_stored_once_they_are_confirmed(
        self, client: httpx.AsyncClient
    ) -> None:
        content = b"Date,Amount,Description\n15 Ramadan 1448,20.00,Course\n"
        answer = await send(client, content, "day.csv")
        assert (answer.status_code, answer.json()["code"]) == (422, "date.hijri_unconfirmed")
        assert answer.json()["hijri_days"] == [
            {"column": "date", "typed": "15 Ramadan 1448", "day": "2027-02-22"}
        ]
        assert await listed(client) == []
        answer = await send(client, content, "day.csv", hijri_confirmed="true")
        assert answer.status_code == 201, answer.text
        (credit,) = await listed(client)
        assert credit["booked_on"] == "2027-02-22"

    async def test_of_two_files_at_once_stores_a_credit_once_and_equal_ones_each(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        entries = [("10.00", "same", ""), ("10.00", "same", ""), ("10.00", "other", "")]
        reports = await asyncio.gather(*(imported(client, mt940(entries)) for _ in range(3)))
        assert sum(report["new"] for report in reports) == 3
        numbers = [credit.number for credit in await list_rows(service, BankCredit)]
        assert len(set(numbers)) == 3
        assert max(numbers) < 0
        with count_queries(service.database) as statements:
            await listed(client)
        assert len(statements) == 2
