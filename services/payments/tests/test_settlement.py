"""Money comes in: success, decline, and every way in which a webhook can go wrong."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.payments import ChargePaid, PaymentFailed, PaymentHeld
from kit.testing import Actor, ServiceUnderTest, eventually
from payments.callbacks.service import process, receive
from payments.charges.models import Charge, ChargeStatus
from payments.charges.service import lock_charge
from payments.payments.models import PaymentStatus
from sqlalchemy import text

from services.payments.tests.world import (
    PENDING,
    POOR,
    PRICE,
    Sandbox,
    ask_all,
    callbacks_of,
    candidate,
    charge_of,
    execute,
    now,
    owe,
    start,
    the_payment,
)


class TestSuccess:
    async def test_the_webhook_settles_the_charge(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.SUCCEEDED
        assert (payment.card_brand, payment.card_last4) == ("MasterCard", "2346")
        assert payment.next_inquiry_at is None
        settled = await charge_of(service, charge.subject_id)
        assert settled.status is ChargeStatus.PAID
        assert settled.payment_id == payment.id
        (fact,) = await service.published(ChargePaid)
        assert (fact.charge_id, fact.amount_minor, fact.late) == (charge.id, PRICE, False)

    async def test_a_decline_and_then_a_success_on_the_same_page(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"], POOR)
        await sandbox.delivered(1)
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.FAILED
        assert payment.failure_reason == "Insufficient funds"
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.OPEN
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered(2)
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.SUCCEEDED
        assert payment.failure_code is None
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.PAID

    async def test_a_decline_and_then_a_success_on_a_new_page(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        first = await start(client, person, charge)
        await sandbox.pay(first["checkout_url"], POOR)
        await sandbox.delivered(1)
        second = await start(client, person, charge)
        assert second["payment_id"] != first["payment_id"]
        await sandbox.pay(second["checkout_url"])
        await sandbox.delivered(2)
        assert len({i["special_reference"] for i in await sandbox.intentions()}) == 2
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.PAID

    async def test_a_pending_payment_settles_when_it_ends(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        params = await sandbox.pay(started["checkout_url"], PENDING)
        await ask_all(service)
        assert (await the_payment(service)).status is PaymentStatus.REDIRECTED
        await sandbox.http.post(f"/sandbox/transactions/{params['id']}/settle", json={})
        await sandbox.delivered()
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.PAID


class TestDeclinedAway:
    """Whoever leaves after a decline is told of it, once for what they owe."""

    async def _declined(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> tuple[Actor, Charge, dict[str, str], dict[str, str]]:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        params = await sandbox.pay(started["checkout_url"], POOR)
        await sandbox.delivered(1)
        return person, charge, started, params

    async def _sweep(self, service: ServiceUnderTest) -> list[PaymentFailed]:
        await execute(service, "UPDATE payments SET tell_at = now() WHERE tell_at IS NOT NULL")
        while await service.sweep("payments.tell_declined"):
            pass
        return await service.published(PaymentFailed)

    async def test_is_told_after_a_while_and_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, charge, _, _ = await self._declined(service, client, sandbox)
        assert await service.sweep("payments.tell_declined") == 0
        for _ in range(2):
            (failed,) = await self._sweep(service)
        assert (failed.charge_id, failed.payer_user_id) == (charge.id, person.user_id)
        assert (failed.amount_minor, failed.reason) == (PRICE, "Insufficient funds")

    async def test_copies_that_sweep_at_once_tell_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await self._declined(service, client, sandbox)
        await execute(service, "UPDATE payments SET tell_at = now()")
        await asyncio.gather(*(service.sweep("payments.tell_declined") for _ in range(4)))
        assert len(await service.published(PaymentFailed)) == 1

    async def test_who_comes_back_to_see_it_is_not_told(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, _, _, params = await self._declined(service, client, sandbox)
        answer = await client.post(
            "payments/return", json={"params": params}, headers=person.headers
        )
        assert answer.json()["status"] == "failed"
        assert await self._sweep(service) == []

    async def test_who_comes_back_to_pay_is_not_told(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, charge, _, _ = await self._declined(service, client, sandbox)
        await start(client, person, charge)
        assert await self._sweep(service) == []

    async def test_who_has_paid_with_another_card_is_not_told(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        _, _, started, _ = await self._declined(service, client, sandbox)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered(2)
        assert await self._sweep(service) == []

    async def test_of_what_is_no_longer_owed_nobody_is_told(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await self._declined(service, client, sandbox)
        await execute(service, "UPDATE charges SET status = 'cancelled', closed_at = now()")
        assert await self._sweep(service) == []


class TestDisturbedWebhooks:
    async def test_copies_settle_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(copies=8)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])

        async def all_answered() -> bool:
            return [len(c["answers"]) for c in await sandbox.callbacks()] == [8]

        await eventually(all_answered)
        assert {tuple(c["answers"]) for c in await sandbox.callbacks()} == {(200,) * 8}
        assert len(await service.published(ChargePaid)) == 1
        assert len(await callbacks_of(service)) == 1

    @pytest.mark.parametrize("order", ["sent", "reversed"])
    async def test_a_decline_that_arrives_after_the_success_changes_nothing(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        order: str,
    ) -> None:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"], POOR)
        await sandbox.pay(started["checkout_url"])
        await sandbox.release(order)
        assert (await the_payment(service)).status is PaymentStatus.SUCCEEDED
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.PAID

    async def test_a_lost_webhook_is_made_good_by_inquiry(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(loss=1)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        assert (await the_payment(service)).status is PaymentStatus.REDIRECTED
        assert await ask_all(service) == 1
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.PAID
        assert len(await service.published(ChargePaid)) == 1

    async def test_a_webhook_after_the_inquiry_changes_nothing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await ask_all(service)
        before = await charge_of(service, charge.subject_id)
        await sandbox.release("sent")
        assert [c["answers"] for c in await sandbox.callbacks()] == [[200]]
        assert (await charge_of(service, charge.subject_id)).version == before.version

    async def test_a_provider_that_is_down_is_asked_again(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(loss=1)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.fail("inquiry", status=502)
        await ask_all(service)
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.REDIRECTED
        assert payment.next_inquiry_at is not None
        await ask_all(service)
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.PAID


class TestForgery:
    async def _paid_body(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> dict[str, Any]:
        await sandbox.behave(hold=True)
        person = candidate()
        started = await start(client, person, await owe(service, person))
        await sandbox.pay(started["checkout_url"])
        (callback,) = await sandbox.callbacks()
        return callback

    async def test_a_wrong_signature_is_401_and_leaves_nothing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        callback = await self._paid_body(service, client, sandbox)
        for hmac in ("", "0" * 128, callback["hmac"][:-1] + "x"):
            answer = await client.post(
                "webhooks/paymob", params={"hmac": hmac}, json=callback["body"]
            )
            assert answer.status_code == 401
            assert answer.json()["code"] == "webhook.signature_invalid"
        assert await callbacks_of(service) == []
        assert (await the_payment(service)).status is PaymentStatus.REDIRECTED

    @pytest.mark.parametrize(
        ("field", "value"),
        [("amount_cents", 1), ("success", False), ("currency", "EGP"), ("id", 5)],
    )
    async def test_a_signed_field_that_was_changed_is_401(
        self,
        service: ServiceUnderTest,
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

    async def test_a_signed_value_under_another_name_is_401(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        """The signed order beside the one that would be settled."""
        callback = await self._paid_body(service, client, sandbox)
        transaction = callback["body"]["obj"]
        transaction["order.id"] = transaction["order"]["id"]
        transaction["order"] = {"id": transaction["order.id"] + 1}
        answer = await client.post(
            "webhooks/paymob", params={"hmac": callback["hmac"]}, json=callback["body"]
        )
        assert answer.status_code == 401
        assert await callbacks_of(service) == []

    async def test_a_signed_refund_dressed_up_as_a_payment_settles_nothing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
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
        assert (await the_payment(service)).status is PaymentStatus.REDIRECTED
        assert await service.published(ChargePaid) == []

    @pytest.mark.parametrize("body", [{}, {"type": "TRANSACTION"}, {"type": "TOKEN", "obj": {}}])
    async def test_nonsense_is_refused(
        self, client: httpx.AsyncClient, sandbox: Sandbox, body: dict[str, Any]
    ) -> None:
        answer = await client.post("webhooks/paymob", params={"hmac": "ab"}, json=body)
        assert answer.status_code == 401

    async def test_no_object_is_422(self, client: httpx.AsyncClient) -> None:
        answer = await client.post("webhooks/paymob", json=[1])
        assert answer.status_code == 422


class TestTogether:
    async def test_an_inquiry_and_the_webhook_do_not_wait_for_one_another(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        (callback,) = await sandbox.callbacks()
        secret = service.settings.paymob_hmac_secret.get_secret_value()
        async with service.database.transaction() as session:
            stored = await receive(session, callback["body"], callback["hmac"], secret)
        assert stored is not None

        async def webhook() -> None:
            async with service.database.transaction() as session:
                await process(session, stored)

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
            await process(inquiry, stored)
        await other
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.PAID
        assert len(await service.published(ChargePaid)) == 1


class TestLeft:
    """What a request stored and did not live to process."""

    async def _receive(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> tuple[Charge, UUID]:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        callback = (await sandbox.callbacks())[-1]
        secret = service.settings.paymob_hmac_secret.get_secret_value()
        async with service.database.transaction() as session:
            stored = await receive(session, callback["body"], callback["hmac"], secret)
        assert stored is not None
        return charge, stored

    async def _sweep(self, service: ServiceUnderTest) -> None:
        await execute(
            service,
            "UPDATE callbacks SET received_at = received_at - interval '1 minute',"
            " due_at = due_at - interval '1 minute'",
        )
        while await service.sweep("callbacks.process"):
            pass

    async def test_is_processed_by_the_sweep(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        charge, _ = await self._receive(service, client, sandbox)
        assert await service.sweep("callbacks.process") == 0, "its request may still live"
        await self._sweep(service)
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.PAID

    async def test_a_poisonous_one_holds_up_no_other(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        first, poisonous = await self._receive(service, client, sandbox)
        second, _ = await self._receive(service, client, sandbox)
        kept = (await callbacks_of(service))[0].body["id"]
        await execute(
            service, "UPDATE callbacks SET body = body - 'id' WHERE id = :id", id=poisonous
        )
        await self._sweep(service)
        assert (await charge_of(service, first.subject_id)).status is ChargeStatus.OPEN
        assert (await charge_of(service, second.subject_id)).status is ChargeStatus.PAID
        failed = (await callbacks_of(service))[0]
        assert (failed.failures, failed.processed_at) == (1, None)
        assert failed.due_at > failed.received_at
        # It stays: once what was wrong with it is mended, it has its effect.
        await execute(
            service,
            "UPDATE callbacks SET body = body || jsonb_build_object('id', CAST(:kept AS bigint))"
            " WHERE id = :id",
            kept=kept,
            id=poisonous,
        )
        await self._sweep(service)
        assert (await charge_of(service, first.subject_id)).status is ChargeStatus.PAID

    async def test_one_whose_order_became_known_behind_its_back_is_found(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        charge, stored = await self._receive(service, client, sandbox)
        order = (await the_payment(service)).order_id
        await execute(service, "UPDATE payments SET order_id = NULL")
        async with service.database.transaction() as session:
            await process(session, stored)
        await self._sweep(service)
        assert (await callbacks_of(service))[0].outcome == "unmatched"
        await execute(service, "UPDATE payments SET order_id = :order", order=order)
        await self._sweep(service)
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.PAID


class TestMismatch:
    @pytest.mark.parametrize(
        ("lie", "reason"),
        [
            ({"report_amount_cents": PRICE - 1}, "amount"),
            ({"report_currency": "EGP"}, "currency"),
            ({"report_integration_id": 1}, "integration"),
        ],
    )
    async def test_money_that_differs_is_held_and_settles_nothing(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        lie: dict[str, object],
        reason: str,
    ) -> None:
        await sandbox.behave(**lie)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.UNDER_REVIEW
        assert payment.hold_reason == reason
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.OPEN
        assert await service.published(ChargePaid) == []
        (held,) = await service.published(PaymentHeld)
        assert (held.expected_minor, held.reason) == (PRICE, reason)

    async def test_who_has_paid_under_review_is_not_asked_to_pay_again(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(report_amount_cents=1)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
        assert answer.status_code == 409
        assert answer.json()["code"] == "payments.under_review"


class TestExpiredAttempt:
    async def test_an_attempt_ends_with_its_page(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await start(client, person, charge)
        await execute(
            service, "UPDATE payments SET expires_at = :at", at=now() - timedelta(minutes=1)
        )
        await ask_all(service)
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.FAILED
        assert payment.failure_code == "expired"
        assert (await charge_of(service, charge.subject_id)).status is ChargeStatus.OPEN

    async def test_an_abandoned_page_is_asked_about_for_a_day_and_no_longer(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        await start(client, person, await owe(service, person))
        await execute(
            service, "UPDATE payments SET expires_at = :at", at=now() - timedelta(hours=25)
        )
        await ask_all(service)
        assert (await the_payment(service)).next_inquiry_at is None
