"""Payment on account, from permission to paid bill, with refunds."""

import asyncio
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.audit import PaymentsAuditRecorded
from contracts.identity import OrganizationUpdated
from contracts.payments import (
    AccountBillDue,
    BillNotice,
    ChargePaid,
    ChargePurpose,
    ChargeRefunded,
    ChargeStatus,
    MoneyWay,
)
from contracts.testing import event
from kit.database.db import new_id
from kit.testing import Actor, actor, count_queries
from payments.accounts.billing.service import (
    bill_months,
    credit_refunds,
    notify_bills,
    reverse_refunded_bills,
    settle_bills,
)
from payments.accounts.models import AccountBill
from payments.charges.models import Charge
from payments.config import PaymentMethod
from payments.documents.models import Document
from payments.documents.service import issue_credit_notes, issue_receipts
from payments.payments.models import Payment, PaymentStatus
from payments.refunds.models import Refund, RefundMethod, RefundStatus
from payments.republish import republish
from sqlmodel import SQLModel

from services.payments.tests.factories import (
    PRICE,
    PaymentsUnderTest,
    Sandbox,
    candidate,
    execute,
    get_charge,
    list_rows,
    owe,
    refund,
    send_refunds,
    start,
)

MANAGER = actor("admin", permissions=["manage-application-settings", "view-payments"])


def user_of(organization_id: UUID, **given: Any) -> Actor:
    return actor("organization", organization_id=organization_id, **given)


async def allow(
    service: PaymentsUnderTest,
    client: httpx.AsyncClient,
    organization_id: UUID,
    limit_minor: int = 3 * PRICE,
) -> dict[str, Any]:
    await service.deliver(event(OrganizationUpdated, organization_id=organization_id))
    answer = await client.post(
        "payment-accounts",
        json={"organization_id": str(organization_id), "limit_minor": limit_minor},
        headers=MANAGER.headers,
    )
    assert answer.status_code == 201, answer.text
    account: dict[str, Any] = answer.json()
    return account


async def owe_seats(service: PaymentsUnderTest, person: Actor, **changes: Any) -> Charge:
    """Open a bulk enrollment charge for the person's organization."""
    assert person.profile
    values: dict[str, Any] = {
        "purpose": ChargePurpose.BULK_ENROLLMENT,
        "organization_id": person.profile.organization_id,
    }
    return await owe(service, person, **values | changes)


async def put(client: httpx.AsyncClient, person: Actor, charge: Charge) -> httpx.Response:
    return await client.post(f"charges/{charge.id}/account", headers=person.headers)


async def ways(client: httpx.AsyncClient, person: Actor, charge: Charge) -> dict[str, Any]:
    answer = await client.get(f"charges/{charge.id}/ways", headers=person.headers)
    return {each["way"]: each["free_minor"] for each in answer.json()}


async def shown(client: httpx.AsyncClient, account: dict[str, Any]) -> dict[str, Any]:
    answer = await client.get(f"payment-accounts/{account['id']}", headers=MANAGER.headers)
    found: dict[str, Any] = answer.json()
    return found


async def run(service: PaymentsUnderTest, sweep: Any) -> int:
    """Run a sweep until it finds nothing and return the total."""
    count = 0
    while True:
        async with service.database.transaction() as session:
            done = await sweep(session)
        if not done:
            return count
        count += done


async def move_entries_to_last_month(service: PaymentsUnderTest) -> None:
    """Move all account entries into the previous month."""
    await execute(
        service, "UPDATE account_entries SET created_at = created_at - interval '1 month'"
    )


async def the(service: PaymentsUnderTest, table: type[SQLModel]) -> Any:
    (row,) = await list_rows(service, table)
    return row


@pytest.fixture
def person() -> Actor:
    return user_of(new_id())


@pytest.fixture
async def account(
    service: PaymentsUnderTest, client: httpx.AsyncClient, person: Actor
) -> dict[str, Any]:
    assert person.profile
    assert person.profile.organization_id
    return await allow(service, client, person.profile.organization_id)


class TestAccount:
    async def test_is_allowed_once_changed_by_version_and_stopped(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        person: Actor,
        account: dict[str, Any],
    ) -> None:
        assert account["free_minor"] == account["limit_minor"] == 3 * PRICE
        body = {"organization_id": account["organization_id"], "limit_minor": 1}
        again = await client.post("payment-accounts", json=body, headers=MANAGER.headers)
        assert again.status_code == 422
        body["organization_id"] = str(new_id())
        unknown = await client.post("payment-accounts", json=body, headers=MANAGER.headers)
        assert unknown.status_code == 422
        assert [each["field"] for each in unknown.json()["fields"]] == ["organization_id"]
        path = f"payment-accounts/{account['id']}"
        terms = {"limit_minor": PRICE, "days_to_pay": 14, "active": False, "version": 1}
        changed = await client.put(path, json=terms, headers=MANAGER.headers)
        assert changed.json()["status"] == "stopped"
        stale = await client.put(path, json=terms, headers=MANAGER.headers)
        assert stale.json()["code"] == "payment_account.edit_conflict"
        bad = terms | {"limit_minor": -1, "days_to_pay": 0, "version": 2}
        refused = (await client.put(path, json=bad, headers=MANAGER.headers)).json()
        assert {each["field"] for each in refused["fields"]} == {"limit_minor", "days_to_pay"}
        missing = await client.put(
            f"payment-accounts/{new_id()}", json=terms, headers=MANAGER.headers
        )
        assert missing.status_code == 404
        assert "on_account" not in await ways(client, person, await owe_seats(service, person))
        nouns = [event.noun for event in await service.published(PaymentsAuditRecorded)]
        assert nouns == ["payment_account", "payment_account"]

    async def test_is_seen_by_its_organization_and_by_no_other(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        person: Actor,
        account: dict[str, Any],
    ) -> None:
        async def listed(who: Actor, **query: Any) -> list[Any]:
            answer = await client.get("payment-accounts", params=query, headers=who.headers)
            found: list[Any] = [each["id"] for each in answer.json()["data"]]
            return found

        other = user_of(new_id())
        await allow(service, client, new_id())
        assert await listed(person) == [account["id"]]
        assert await listed(other) == []
        assert len(await listed(MANAGER)) == 2
        assert await listed(MANAGER, organization_id=account["organization_id"]) == [account["id"]]
        assert await listed(MANAGER, status="overdue") == []
        for below in ("", "/bills", "/entries", "/entries/export?format=csv&language=ar"):
            path = f"payment-accounts/{account['id']}{below}"
            assert (await client.get(path, headers=person.headers)).status_code == 200
            assert (await client.get(path, headers=other.headers)).status_code == 404
        with count_queries(service.database) as queries:
            await listed(MANAGER)
        assert len(queries) <= 3


class TestPaying:
    async def test_settles_at_once_and_is_owed(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        person: Actor,
        account: dict[str, Any],
    ) -> None:
        charge = await owe_seats(service, person)
        assert (await ways(client, person, charge))["on_account"] == 3 * PRICE
        paid = await put(client, person, charge)
        again = await put(client, person, charge)
        assert paid.status_code == again.status_code == 201
        assert paid.json()["id"] == again.json()["id"], "the same again changes nothing"
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID
        (event,) = await service.published(ChargePaid)
        assert (event.charge_id, event.late) == (charge.id, False)
        payment = await the(service, Payment)
        assert (payment.way, payment.status) == (PaymentMethod.ON_ACCOUNT, PaymentStatus.SUCCEEDED)
        assert payment.provider_transaction is None
        now = await shown(client, account)
        assert (now["owed_minor"], now["free_minor"]) == (PRICE, 2 * PRICE)
        assert now["unbilled_minor"] == PRICE
        await run(service, issue_receipts)
        entries = await client.get(
            f"payment-accounts/{account['id']}/entries", headers=person.headers
        )
        (entry,) = entries.json()["data"]
        assert (entry["kind"], entry["amount_minor"]) == ("charged", PRICE)
        assert entry["document"] == (await the(service, Document)).number
        assert entries.json()["meta"]["sums"] == [{"currency": "SAR", "amount_minor": PRICE}]
        file = await client.get(
            f"payment-accounts/{account['id']}/entries/export?format=csv&language=en",
            headers=person.headers,
        )
        assert charge.reference in file.text
        assert "Paid on account" in file.text
        assert await service.broken() == {}

    async def test_ends_an_open_page_whose_money_goes_back(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        person: Actor,
        account: dict[str, Any],
    ) -> None:
        charge = await owe_seats(service, person)
        page = await start(client, person, charge)
        assert (await put(client, person, charge)).status_code == 201
        await sandbox.pay(page["checkout_url"])
        await sandbox.delivered()
        await send_refunds(service)
        back = await the(service, Refund)
        assert (back.status, back.amount_minor) == (RefundStatus.DONE, PRICE)
        assert (await shown(client, account))["owed_minor"] == PRICE
        assert await service.broken() == {}

    async def test_never_passes_the_limit_also_at_once(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        person: Actor,
        account: dict[str, Any],
    ) -> None:
        charges = [await owe_seats(service, person) for _ in range(5)]
        answers = await asyncio.gather(*(put(client, person, charge) for charge in charges))
        assert sorted(answer.status_code for answer in answers) == [201, 201, 201, 409, 409]
        refused = next(answer for answer in answers if answer.status_code == 409)
        assert refused.json()["code"] == "payment_account.unavailable"
        now = await shown(client, account)
        assert (now["owed_minor"], now["free_minor"]) == (3 * PRICE, 0)
        assert await service.broken() == {}

    async def test_is_for_the_organization_s_own_charges(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        person: Actor,
        account: dict[str, Any],
    ) -> None:
        """Reject a seat charge of a candidate, another organization's, one over the limit, and
        unapproved members.
        """
        organization_id = UUID(account["organization_id"])
        learner, stranger = candidate(), user_of(new_id())
        unknown = user_of(organization_id, approved=False)
        place = await owe(service, learner, organization_id=organization_id)
        dear = await owe_seats(service, person, amount_minor=3 * PRICE + 1)
        seats = await owe_seats(service, person)
        for who, charge, status in (
            (learner, place, 409),
            (person, place, 404),
            (stranger, seats, 404),
            (person, dear, 409),
            (unknown, seats, 404),
        ):
            assert (await put(client, who, charge)).status_code == status
            if status == 409:
                assert "on_account" not in await ways(client, who, charge)
        assert (await put(client, person, seats)).status_code == 201


class TestRefund:
    async def test_moves_no_money_and_owes_less(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        person: Actor,
        account: dict[str, Any],
    ) -> None:
        charge = await owe_seats(service, person)
        payment_id = UUID((await put(client, person, charge)).json()["id"])
        assert (await refund(client, payment_id, amount_minor=PRICE // 3)).status_code == 202
        assert (await the(service, Refund)).method is RefundMethod.ACCOUNT
        assert await send_refunds(service) == 0, "the provider hears nothing"
        await asyncio.gather(*(run(service, credit_refunds) for _ in range(3)))
        assert (await the(service, Refund)).status is RefundStatus.DONE
        (event,) = await service.published(ChargeRefunded)
        assert (event.refunded_minor, event.complete) == (PRICE // 3, False)
        (paid,) = await service.published(ChargePaid)
        assert event.way is paid.way is MoneyWay.ON_ACCOUNT
        async with service.database.transaction() as session:
            assert event in [each async for each, _ in republish(session)]
        assert (await shown(client, account))["owed_minor"] == PRICE - PRICE // 3
        await run(service, issue_receipts)
        await run(service, issue_credit_notes)
        assert len(await list_rows(service, Document)) == 2
        assert await service.broken() == {}


class TestBill:
    async def test_asks_for_the_month_once_and_is_paid_like_any_charge(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        person: Actor,
        account: dict[str, Any],
    ) -> None:
        first, second = [await owe_seats(service, person) for _ in range(2)]
        payment_id = UUID((await put(client, person, first)).json()["id"])
        await put(client, person, second)
        assert await run(service, bill_months) == 0, "the month is not over"
        await refund(client, payment_id, amount_minor=500)
        await run(service, credit_refunds)
        await move_entries_to_last_month(service)
        billed = await asyncio.gather(*(run(service, bill_months) for _ in range(3)))
        assert sum(billed) >= 1
        bill = await the(service, AccountBill)
        asked = 2 * PRICE - 500
        assert bill.amount_minor == asked
        charge = await get_charge(service, bill.id)
        assert (charge.purpose, charge.vat_minor) == (ChargePurpose.ACCOUNT_BILL, 0)
        assert list(await ways(client, person, charge)) == ["card"], "not on account"
        assert (await put(client, person, charge)).status_code == 409
        path = f"payment-accounts/{account['id']}"
        (entry, *_) = (
            await client.get(f"{path}/entries?bill_id={bill.id}", headers=person.headers)
        ).json()["data"]
        assert entry["month"] == f"{bill.month}"

        third = await owe_seats(service, person)
        page = await start(client, person, charge)
        await sandbox.pay(page["checkout_url"])
        await sandbox.delivered()
        assert await run(service, settle_bills) == 1
        await put(client, person, third)
        assert (await shown(client, account))["owed_minor"] == PRICE
        (read,) = (await client.get(f"{path}/bills", headers=person.headers)).json()["data"]
        assert (read["status"], read["amount_minor"]) == ("paid", asked)

        # A refund after the bill was paid reduces the next bill.
        await refund(client, payment_id, amount_minor=700)
        await run(service, credit_refunds)
        # The statement agrees: the bill adds nothing to what is owed.
        statement = (await client.get("statements", headers=person.headers)).json()
        (balance,) = statement["meta"]["sums"]
        assert balance["closing_minor"] == PRICE - 700
        kinds = [each["kind"] for each in statement["data"]]
        assert kinds.count("on_account") == 3
        assert kinds.count("bill") == 1
        # A refund of the bill's payment is owed again.
        await refund(client, UUID(read["payment_id"]), amount_minor=300)
        await send_refunds(service)
        assert await run(service, reverse_refunded_bills) == 1
        now = await shown(client, account)
        assert now["owed_minor"] == now["unbilled_minor"] == PRICE - 700 + 300

        while await run(service, issue_receipts) or await run(service, issue_credit_notes):
            pass
        of_bill = [
            each for each in await list_rows(service, Document) if each.charge_id == charge.id
        ]
        assert of_bill == [], "the tax was documented with each charge"
        assert await service.broken() == {}

    async def test_that_is_overdue_stops_the_account_until_it_is_paid(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        person: Actor,
        account: dict[str, Any],
    ) -> None:
        await put(client, person, await owe_seats(service, person))
        await move_entries_to_last_month(service)
        await run(service, bill_months)
        later = await owe_seats(service, person)
        notices = []
        for day in (None, "+ 2", "- 1", "- 40"):
            if day:
                await execute(service, f"UPDATE account_bills SET due_on = current_date {day}")
            await run(service, notify_bills)
            notices.append([event.notice for event in await service.published(AccountBillDue)])
        issued, due, overdue = BillNotice
        assert notices[0] == [issued]
        assert notices[1] == [issued, due]
        assert notices[2] == notices[3] == [issued, due, overdue]
        await execute(service, "UPDATE account_bills SET due_on = current_date + 30")
        assert "on_account" in await ways(client, person, later)
        await execute(service, "UPDATE account_bills SET due_on = due_on - 60")
        assert "on_account" not in await ways(client, person, later)
        assert (await put(client, person, later)).status_code == 409
        now = await shown(client, account)
        assert (now["status"], now["overdue_minor"]) == ("overdue", PRICE)

    async def test_is_not_made_of_what_is_to_the_organization_s_credit(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        person: Actor,
        account: dict[str, Any],
    ) -> None:
        charge = await owe_seats(service, person)
        payment_id = UUID((await put(client, person, charge)).json()["id"])
        await refund(client, payment_id)
        await run(service, credit_refunds)
        await move_entries_to_last_month(service)
        assert await run(service, bill_months) == 0
        assert await list_rows(service, AccountBill) == []
        assert (await shown(client, account))["owed_minor"] == 0


class TestBroken:
    @pytest.mark.parametrize(
        "damage",
        [
            "UPDATE accounts SET owed_minor = owed_minor + 1",
            "DELETE FROM account_entries",
            "UPDATE payments SET received_minor = received_minor - 1",
            "UPDATE account_bills SET amount_minor = amount_minor + 1",
            "UPDATE account_bills SET settled_at = now()",
            "UPDATE account_entries SET bill_id = NULL",
        ],
    )
    async def test_accounts_that_do_not_add_up_are_found(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        person: Actor,
        account: dict[str, Any],
        damage: str,
    ) -> None:
        await put(client, person, await owe_seats(service, person))
        await move_entries_to_last_month(service)
        await run(service, bill_months)
        assert await service.broken() == {}
        await execute(service, damage)
        assert "accounts_add_up" in await service.broken()
