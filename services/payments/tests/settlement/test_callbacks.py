"""Provider callbacks: forged, left over from a dead request, or concurrent with an inquiry."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.payments import ChargePaid, ChargeStatus
from kit.testing import QueryCounter, eventually
from payments.adapters.paymob.signature import build_signed_text, compute_signature
from payments.charges.models import Charge
from payments.charges.service import lock_charge
from payments.payments.models import PaymentStatus
from payments.settlement.callbacks.service import (
    process_callback,
    process_order_callbacks,
    receive_callback,
)
from payments.settlement.tasks import settle_callbacks, settle_next_callback
from sqlalchemy import text

from services.payments.tests.factories import (
    PRICE,
    PaymentsUnderTest,
    Sandbox,
    callbacks_of,
    candidate,
    execute,
    get_charge,
    owe,
    settle_all,
    start,
    the_payment,
)


async def test_what_came_before_its_order_was_known_is_processed_with_it(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    await sandbox.behave(hold=True)
    person = candidate()
    charge = await owe(service, person)
    await sandbox.pay((await start(client, person, charge))["checkout_url"])
    (callback,) = await sandbox.callbacks()
    await store(service, callback)
    async with service.database.transaction() as session:
        await process_order_callbacks(session, callback["body"]["obj"]["order"]["id"])
    assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID
    assert all(row.processed_at for row in await callbacks_of(service))


async def store(service: PaymentsUnderTest, callback: dict[str, Any]) -> UUID:
    """Deliver the callback the sandbox held back and return the stored callback's ID."""
    secret = service.settings.paymob_hmac_secret.get_secret_value()
    await receive_callback(service.database, callback["body"], callback["hmac"], secret)
    return (await callbacks_of(service))[-1].id


async def test_copies_share_what_is_stored_and_wait_for_nobody(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    await sandbox.behave(hold=True)
    people = [candidate() for _ in range(3)]
    charges = [await owe(service, person) for person in people]
    for person, charge in zip(people, charges, strict=True):
        await sandbox.pay((await start(client, person, charge))["checkout_url"])
    for callback in await sandbox.callbacks():
        await store(service, callback)
    async with service.database.transaction() as payer, service.database.transaction() as other:
        await lock_charge(payer, charges[0].id)
        assert await settle_next_callback(other)
        assert await settle_callbacks(service.context) == 1
        assert await settle_callbacks(service.context) == 0
    settled = [(await get_charge(service, charge.subject_id)).status for charge in charges]
    assert settled == [ChargeStatus.OPEN, ChargeStatus.PAID, ChargeStatus.PAID]
    assert await settle_callbacks(service.context) == 1
    assert (await get_charge(service, charges[0].subject_id)).status is ChargeStatus.PAID
    assert len(await service.published(ChargePaid)) == 3


class TestForgery:
    async def _paid_body(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> dict[str, Any]:
        await sandbox.behave(hold=True)
        person = candidate()
        started = await start(client, person, await owe(service, person))
        await sandbox.pay(started["checkout_url"])
        (callback,) = await sandbox.callbacks()
        return callback

    async def test_a_wrong_signature_is_401_and_leaves_nothing(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        callback = await self._paid_body(service, client, sandbox)
        for hmac in ("", "0" * 128, callback["hmac"][:-1] + "x"):
            answer = await client.post(
                "webhooks/paymob", params={"hmac": hmac}, json=callback["body"]
            )
            assert answer.status_code == 401
            assert answer.json()["code"] == "signature.invalid"
        assert await callbacks_of(service) == []
        assert (await the_payment(service)).status is PaymentStatus.REDIRECTED

    async def test_a_message_of_another_type_settles_nothing(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        callback = await self._paid_body(service, client, sandbox)
        answer = await client.post(
            "webhooks/paymob",
            params={"hmac": callback["hmac"]},
            json=callback["body"] | {"type": "SUBSCRIPTION"},
        )
        assert answer.status_code == 200
        assert await callbacks_of(service) == []
        assert (await the_payment(service)).status is PaymentStatus.REDIRECTED

    @pytest.mark.parametrize(
        ("field", "value"),
        [("amount_cents", 1), ("success", False), ("currency", "EGP"), ("id", 5)],
    )
    async def test_a_signed_field_that_was_changed_is_401(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        field: str,
        value: object,
    ) -> None:
        callback = await self._paid_body(service, client, sandbox)
        callback["body"]["obj"][field] = value
        answer = await client.post(
            "webhooks/paymob", params={"hmac": callback["hmac"]}, json=callback["body"]
        )
        assert answer.status_code == 401
        assert await callbacks_of(service) == []

    @pytest.mark.parametrize(
        "move",
        [
            # Moving a digit from the year multiplies the amount; one flag holds the text of two.
            lambda body: {
                "amount_cents": int(f"{body['amount_cents']}{body['created_at'][0]}"),
                "created_at": body["created_at"][1:],
            },
            lambda body: {
                "is_3d_secure": f"{body['is_3d_secure']}{body['is_auth']}".lower(),
                "is_auth": None,
            },
        ],
    )
    async def test_other_values_with_the_same_signed_text_are_401(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        move: Callable[[dict[str, Any]], dict[str, Any]],
    ) -> None:
        callback = await self._paid_body(service, client, sandbox)
        transaction = callback["body"]["obj"]
        before = build_signed_text(transaction)
        transaction |= move(transaction)
        assert build_signed_text(transaction) == before, "the signature alone cannot tell"
        answer = await client.post(
            "webhooks/paymob", params={"hmac": callback["hmac"]}, json=callback["body"]
        )
        assert answer.status_code == 401
        assert await callbacks_of(service) == []
        assert (await the_payment(service)).status is PaymentStatus.REDIRECTED

    async def test_money_that_is_only_authorised_is_put_under_review(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        callback = await self._paid_body(service, client, sandbox)
        transaction = callback["body"]["obj"]
        transaction["is_auth"] = True
        secret = service.settings.paymob_hmac_secret.get_secret_value()
        signed = compute_signature(build_signed_text(transaction), secret)
        answer = await client.post(
            "webhooks/paymob", params={"hmac": signed}, json=callback["body"]
        )
        assert answer.status_code == 200
        await settle_all(service)
        payment = await the_payment(service)
        assert (payment.status, payment.review_reason) == (
            PaymentStatus.UNDER_REVIEW,
            "authorised_only",
        )
        (stored,) = await callbacks_of(service)
        assert stored.outcome == "under review: authorised_only"
        assert await service.published(ChargePaid) == []

    async def test_a_reversal_without_an_earlier_callback_records_the_payment_first(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        callback = await self._paid_body(service, client, sandbox)
        transaction = callback["body"]["obj"]
        transaction |= {"is_refunded": True, "refunded_amount_cents": PRICE}
        secret = service.settings.paymob_hmac_secret.get_secret_value()
        signed = compute_signature(build_signed_text(transaction), secret)
        answer = await client.post(
            "webhooks/paymob", params={"hmac": signed}, json=callback["body"]
        )
        assert answer.status_code == 200
        await settle_all(service)
        payment = await the_payment(service)
        assert payment.transaction_id == transaction["id"]
        assert payment.status is PaymentStatus.SUCCEEDED
        (paid,) = await service.published(ChargePaid)
        assert paid.amount_minor == PRICE
        # The refunded amount is not signed, so an inquiry follows.
        assert payment.next_inquiry_at is not None

    async def test_a_signed_value_under_another_name_is_401(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        """Send the signed order beside the unsigned one that would be settled."""
        callback = await self._paid_body(service, client, sandbox)
        transaction = callback["body"]["obj"]
        transaction["order.id"] = transaction["order"]["id"]
        transaction["order"] = {"id": transaction["order.id"] + 1}
        answer = await client.post(
            "webhooks/paymob", params={"hmac": callback["hmac"]}, json=callback["body"]
        )
        assert answer.status_code == 401
        assert await callbacks_of(service) == []

    async def test_a_signed_refund_changed_into_a_payment_settles_nothing(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        """Neither `is_refund` nor `parent_transaction` is signed."""
        callback = await self._paid_body(service, client, sandbox)
        secret = service.settings.paymob_secret_key.get_secret_value()
        await sandbox.http.post(
            "/api/acceptance/void_refund/refund",
            json={"transaction_id": callback["transaction_id"], "amount_cents": PRICE},
            headers={"authorization": f"Token {secret}"},
        )
        _, child = await sandbox.callbacks()
        child["body"]["obj"] |= {"is_refund": False, "parent_transaction": None}
        answer = await client.post(
            "webhooks/paymob", params={"hmac": child["hmac"]}, json=child["body"]
        )
        assert answer.status_code == 200
        await settle_all(service)
        assert (await the_payment(service)).status is PaymentStatus.REDIRECTED
        assert await service.published(ChargePaid) == []

    @pytest.mark.parametrize("body", [{}, {"type": "TRANSACTION"}, {"type": "TOKEN", "obj": {}}])
    async def test_a_malformed_body_is_refused(
        self, client: httpx.AsyncClient, sandbox: Sandbox, body: dict[str, Any]
    ) -> None:
        answer = await client.post("webhooks/paymob", params={"hmac": "ab"}, json=body)
        assert answer.status_code == 401

    async def test_no_object_is_422(self, client: httpx.AsyncClient) -> None:
        answer = await client.post("webhooks/paymob", json=[1])
        assert answer.status_code == 422


class TestRepeated:
    async def test_a_callback_is_stored_and_settled_by_once(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        (callback,) = await sandbox.callbacks()
        stored = await store(service, callback)
        for _ in range(2):
            answer = await client.post(
                "webhooks/paymob", params={"hmac": callback["hmac"]}, json=callback["body"]
            )
            assert answer.status_code == 200
            await settle_all(service)
        assert [row.id for row in await callbacks_of(service)] == [stored]
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID
        assert len(await service.published(ChargePaid)) == 1

    async def test_a_request_only_stores_it(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        queries: QueryCounter,
    ) -> None:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        await sandbox.pay((await start(client, person, charge))["checkout_url"])
        (callback,) = await sandbox.callbacks()
        with queries() as statements:
            answer = await client.post(
                "webhooks/paymob", params={"hmac": callback["hmac"]}, json=callback["body"]
            )
        assert (answer.status_code, statements) == (200, []), "its statement is no session's"
        (stored,) = await callbacks_of(service)
        assert (stored.outcome, stored.processed_at) == (None, None)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.OPEN


class TestConcurrency:
    async def test_an_inquiry_and_the_webhook_do_not_deadlock(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        (callback,) = await sandbox.callbacks()
        stored = await store(service, callback)
        order = (await the_payment(service)).order_id
        assert order

        async def webhook() -> None:
            async with service.database.transaction() as session:
                await process_callback(session, stored, order)

        async def waiting() -> bool:
            async with service.database.engine.connect() as connection:
                found = await connection.execute(
                    text(
                        "SELECT EXISTS (SELECT FROM pg_stat_activity"
                        " WHERE datname = current_database() AND wait_event_type = 'Lock')"
                    )
                )
                return bool(found.scalar_one())

        async with service.database.transaction() as inquiry:
            await lock_charge(inquiry, charge.id)
            other = asyncio.create_task(webhook())
            await eventually(waiting)
            await process_callback(inquiry, stored, order)
        await other
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID
        assert len(await service.published(ChargePaid)) == 1


class TestUnprocessed:
    """Stored callbacks that cannot be processed yet."""

    async def _receive(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> tuple[Charge, UUID]:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        return charge, await store(service, (await sandbox.callbacks())[-1])

    async def _sweep(self, service: PaymentsUnderTest) -> None:
        await execute(service, "UPDATE callbacks SET due_at = due_at - interval '1 minute'")
        await settle_all(service)

    async def test_one_that_fails_does_not_block_others(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        first, failing = await self._receive(service, client, sandbox)
        second, _ = await self._receive(service, client, sandbox)
        kept = (await callbacks_of(service))[0].body["id"]
        await execute(service, "UPDATE callbacks SET body = body - 'id' WHERE id = :id", id=failing)
        await self._sweep(service)
        assert (await get_charge(service, first.subject_id)).status is ChargeStatus.OPEN
        assert (await get_charge(service, second.subject_id)).status is ChargeStatus.PAID
        failed = (await callbacks_of(service))[0]
        assert (failed.failures, failed.processed_at) == (1, None)
        assert failed.due_at > failed.received_at
        # The callback stays stored and takes effect once the cause is fixed.
        await execute(
            service,
            "UPDATE callbacks SET body = body || jsonb_build_object('id', CAST(:kept AS bigint))"
            " WHERE id = :id",
            kept=kept,
            id=failing,
        )
        await self._sweep(service)
        assert (await get_charge(service, first.subject_id)).status is ChargeStatus.PAID

    async def test_one_whose_order_was_stored_in_the_same_moment_is_processed(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        await sandbox.pay((await start(client, person, charge))["checkout_url"])
        order = (await the_payment(service)).order_id
        await execute(service, "UPDATE payments SET order_id = NULL")
        await store(service, (await sandbox.callbacks())[-1])
        assert (await callbacks_of(service))[0].outcome == "unmatched"
        assert await service.sweep("find_orders") == 0
        await execute(service, "UPDATE payments SET order_id = :order", order=order)
        await settle_all(service)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.OPEN
        assert await service.sweep("find_orders") == 1
        await settle_all(service)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID

    async def test_one_whose_order_became_known_later_is_processed(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        charge, stored = await self._receive(service, client, sandbox)
        order = (await the_payment(service)).order_id
        assert order
        await execute(service, "UPDATE payments SET order_id = NULL")
        async with service.database.transaction() as session:
            await process_callback(session, stored, order)
        await self._sweep(service)
        assert (await callbacks_of(service))[0].outcome == "unmatched"
        await execute(service, "UPDATE payments SET order_id = :order", order=order)
        await self._sweep(service)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID
