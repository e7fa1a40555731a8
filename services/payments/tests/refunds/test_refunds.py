"""Refunds by admins and services."""

from typing import Any

import httpx
import pytest
from contracts.audit import AuditAction, PaymentsAuditRecorded
from contracts.enrollment import RefundRequested
from contracts.payments import ChargeRefunded, ChargeStatus, RefundReason
from kit.database.db import new_id
from kit.testing import actor
from payments.payments.models import PaymentStatus
from payments.refunds.models import Refund, RefundMethod, RefundStatus
from payments.refunds.service import confirm_refund

from services.payments.tests.factories import (
    PRICE,
    Pay,
    PaymentsUnderTest,
    Sandbox,
    admin,
    build_profile,
    candidate,
    execute,
    get_charge,
    inquire_all,
    list_rows,
    owe,
    refund,
    send_refunds,
    start,
    the_payment,
    the_refund,
)


class TestCreateRefund:
    async def test_all_of_a_payment_of_today_is_voided(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        payment = await the_payment(service)
        answer = await refund(client, payment.id)
        assert answer.status_code == 202, answer.text
        assert (answer.json()["status"], answer.json()["method"]) == ("requested", "void")
        assert answer.json()["amount_minor"] == PRICE
        assert await send_refunds(service) == 1
        done = await the_refund(service)
        assert (done.status, done.reason) == (RefundStatus.DONE, RefundReason.ADMIN)
        assert done.refund_transaction_id is not None
        settled = await get_charge(service, charge.subject_id)
        assert (settled.status, settled.refunded_minor) == (ChargeStatus.REFUNDED, PRICE)
        (event,) = await service.published(ChargeRefunded)
        assert (event.refunded_minor, event.complete) == (PRICE, True)

    async def test_the_audit_trail_records_who_requested_it_once(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, pay: Pay
    ) -> None:
        await pay()
        payment, key = await the_payment(service), str(new_id())
        for _ in range(2):
            answer = await refund(client, payment.id, amount_minor=100, key=key)
        (entry,) = [e for e in await service.published(PaymentsAuditRecorded) if e.noun == "refund"]
        assert (entry.action, entry.record_id) == (AuditAction.CREATED, answer.json()["id"])
        assert (entry.after["amount_minor"], entry.after["payment_id"]) == (100, str(payment.id))

    async def test_the_provider_s_number_may_come_later_and_then_stays(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, pay: Pay
    ) -> None:
        await pay()
        await refund(client, (await the_payment(service)).id)
        # The transaction's total shows that the refund is done before our call is answered.
        for number, known in ((None, None), (77, 77), (78, 77)):
            async with service.database.transaction() as session:
                found = await session.get_one(Refund, (await the_refund(service)).id)
                await confirm_refund(session, found, number)
            done = await the_refund(service)
            assert (done.status, done.refund_transaction_id) == (RefundStatus.DONE, known)
        assert len(await service.published(ChargeRefunded)) == 1

    async def test_a_payment_can_be_refunded_in_parts(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        payment = await the_payment(service)
        await refund(client, payment.id, amount_minor=50_000)
        await send_refunds(service)
        partly = await get_charge(service, charge.subject_id)
        assert (partly.status, partly.refunded_minor) == (ChargeStatus.PARTLY_REFUNDED, 50_000)
        await refund(client, payment.id)
        await send_refunds(service)
        events = await service.published(ChargeRefunded)
        assert [(f.refunded_minor, f.complete) for f in events] == [(50_000, False), (PRICE, True)]
        assert {r.method for r in await list_rows(service, Refund)} == {RefundMethod.REFUND}

    async def test_a_later_day_is_refunded_instead_of_voided(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        await pay()
        await execute(service, "UPDATE payments SET completed_at = now() - interval '2 days'")
        answer = await refund(client, (await the_payment(service)).id)
        assert answer.json()["method"] == "refund"

    async def test_a_void_that_is_refused_becomes_a_refund(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        await sandbox.fail("void", status=400)
        await refund(client, (await the_payment(service)).id)
        await send_refunds(service)
        done = await the_refund(service)
        assert (done.status, done.method) == (RefundStatus.DONE, RefundMethod.REFUND)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.REFUNDED

    async def test_the_same_key_is_one_refund(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        await pay()
        payment = await the_payment(service)
        key = str(new_id())
        first = await refund(client, payment.id, amount_minor=100, key=key)
        second = await refund(client, payment.id, amount_minor=100, key=key)
        assert first.json()["id"] == second.json()["id"]
        assert len(await list_rows(service, Refund)) == 1

    @pytest.mark.parametrize("change", [{"amount_minor": 200}, {"reason": "Twice"}])
    async def test_a_key_is_refused_for_another_amount_or_reason(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
        change: dict[str, Any],
    ) -> None:
        await pay()
        payment = await the_payment(service)
        body: dict[str, Any] = {"amount_minor": 100, "reason": "Late", "key": str(new_id())}
        assert (await refund(client, payment.id, **body)).status_code == 202
        again = await refund(client, payment.id, **body | change)
        assert (again.status_code, again.json()["code"]) == (422, "idempotency_key.reused")
        assert (await the_refund(service)).amount_minor == 100

    async def test_the_same_key_is_one_refund_also_when_nothing_is_left(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        await pay()
        payment = await the_payment(service)
        key = str(new_id())
        first = await refund(client, payment.id, key=key)
        second = await refund(client, payment.id, key=key)
        assert (second.status_code, second.json()["id"]) == (202, first.json()["id"])
        assert len(await list_rows(service, Refund)) == 1

    async def test_more_than_is_left_is_422_at_the_field(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        await pay()
        payment = await the_payment(service)
        await refund(client, payment.id, amount_minor=PRICE - 1)
        answer = await refund(client, payment.id, amount_minor=2)
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == "amount_minor"

    async def test_nothing_left_is_409(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        await pay()
        payment = await the_payment(service)
        await refund(client, payment.id)
        answer = await refund(client, payment.id)
        assert (answer.status_code, answer.json()["code"]) == (409, "payment.not_refundable")

    async def test_an_unpaid_attempt_is_409(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        await start(client, person, await owe(service, person))
        answer = await refund(client, (await the_payment(service)).id)
        assert answer.status_code == 409

    async def test_a_payment_under_review_can_be_refunded(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(report_amount_cents=700)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        held = (await the_payment(service)).id
        views = {"view-payments"}
        refunder = actor("admin", permissions=views | {"refund-payments"})
        reviewer = actor("admin", permissions=views | {"review-payments"})
        for one, may in ((refunder, False), (reviewer, True)):
            shown = await client.get(f"payments/{held}", headers=one.headers)
            assert shown.json()["can_refund"] is may
        refused = await refund(client, held, refunder)
        assert (refused.status_code, refused.json()["code"]) == (
            409,
            "refund.payment_under_review",
        )
        # Permissions are checked before the body and the payment are read.
        for one, in_review in ((refunder, True), (reviewer, False)):
            for payment_id, amount in ((held, 0), (new_id(), 700)):
                answer = await refund(
                    client, payment_id, one, in_review=in_review, amount_minor=amount
                )
                assert answer.status_code == 403
        answer = await refund(client, held, reviewer, in_review=True)
        assert answer.json()["amount_minor"] == 700
        await send_refunds(service)
        decided = await refund(client, held, reviewer, in_review=True)
        assert (decided.status_code, decided.json()["code"]) == (409, "payment.not_under_review")
        await send_refunds(service)
        payment = await the_payment(service)
        assert (payment.status, payment.failure_code) == (PaymentStatus.FAILED, "returned")
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.OPEN
        assert await start(client, person, charge)

    async def test_only_admins_see_who_requested_it_and_why(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        payment = await the_payment(service)
        person = admin()
        name = {"name_en": "Noura Adel", "name_ar": "نورة عادل"}
        await service.deliver(build_profile(person, **name))
        created = (await refund(client, payment.id, person, amount_minor=400)).json()
        assert (created["note"], created["requested_by_name_en"]) == (
            "The batch moved",
            "Noura Adel",
        )
        # Permission to change fees does not permit refunds.
        viewer = actor("admin", permissions=["view-payments", "manage-application-settings"])
        owner = actor("organization", organization_id=charge.organization_id)
        for one, note, requester in (
            (viewer, "The batch moved", "نورة عادل"),
            (owner, None, None),
        ):
            answer = await client.get(f"payments/{payment.id}", headers=one.headers)
            (shown,) = answer.json()["refunds"]
            assert (shown["note"], shown["requested_by_name_ar"]) == (note, requester)
            assert shown["amount_minor"] == 400

    async def test_the_payment_shows_the_refund_s_state_and_what_can_still_be_refunded(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        await pay()
        payment = await the_payment(service)
        viewer = actor("admin", permissions=["view-payments"])

        async def shown() -> tuple[str | None, int]:
            answer = await client.get(f"payments/{payment.id}", headers=viewer.headers)
            listed = (await client.get("payments", headers=viewer.headers)).json()["data"]
            body = answer.json()
            assert [row["refund_status"] for row in listed] == [body["refund_status"]]
            return body["refund_status"], body["refundable_minor"]

        assert await shown() == (None, PRICE)
        await refund(client, payment.id, amount_minor=400)
        assert await shown() == ("requested", PRICE - 400)
        await send_refunds(service)
        assert await shown() == ("done", PRICE - 400)

    async def test_access_is_refused(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        await pay()
        payment = await the_payment(service)
        anonymous = await client.post(f"payments/{payment.id}/refunds", json={"reason": "x"})
        assert anonymous.status_code == 401
        viewer = actor("admin", permissions=["view-payments"])
        owner = actor("organization", organization_id=new_id())
        for person in (viewer, owner, candidate()):
            assert (await refund(client, payment.id, person)).status_code == 403
        treasurer = actor("admin", permissions=["view-payments", "refund-payments"])
        for person, may in ((viewer, False), (treasurer, True)):
            shown = await client.get(f"payments/{payment.id}", headers=person.headers)
            assert shown.json()["can_refund"] is may
        unknown = await refund(client, new_id())
        assert unknown.status_code == 404

    async def test_no_reason_is_422(self, client: httpx.AsyncClient) -> None:
        answer = await client.post(
            f"payments/{new_id()}/refunds", json={"reason": ""}, headers=admin().headers
        )
        assert answer.status_code == 422


class TestRefundRequested:
    async def test_refunds_what_enrollment_requests_once(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        event = RefundRequested(charge_id=charge.id, amount_minor=PRICE, reason="seats_full")
        message = new_id()
        await service.deliver(event, message_id=message)
        await service.deliver(event, message_id=message)
        await service.deliver(event)
        asked = await the_refund(service)
        assert (asked.reason, asked.amount_minor) == (RefundReason.SEATS_FULL, PRICE)
        await send_refunds(service)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.REFUNDED

    def test_every_cause_is_a_reason(self) -> None:
        assert {cause.value for cause in RefundReason} <= {reason.value for reason in RefundReason}

    async def test_an_unknown_reason_is_stored_as_a_note(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        await service.deliver(
            RefundRequested(charge_id=charge.id, amount_minor=1, reason="weather")
        )
        asked = await the_refund(service)
        assert (asked.reason, asked.note) == (RefundReason.OTHER, "weather")

    async def test_for_an_unpaid_or_unknown_charge_does_nothing(
        self, service: PaymentsUnderTest
    ) -> None:
        charge = await owe(service, candidate())
        for charge_id in (charge.id, new_id()):
            await service.deliver(
                RefundRequested(charge_id=charge_id, amount_minor=PRICE, reason="seats_full")
            )
        assert await list_rows(service, Refund) == []


class TestCallbackOfRefund:
    @pytest.mark.parametrize("shape", ["parent", "child", "both"])
    async def test_of_our_own_refund_changes_nothing(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
        shape: str,
    ) -> None:
        await sandbox.behave(refund_shape=shape)
        await pay()
        await refund(client, (await the_payment(service)).id, amount_minor=400)
        await send_refunds(service)
        await sandbox.delivered(3 if shape == "both" else 2)
        await inquire_all(service)
        assert len(await list_rows(service, Refund)) == 1
        assert [f.refunded_minor for f in await service.published(ChargeRefunded)] == [400]

    @pytest.mark.parametrize("shape", ["parent", "child", "both"])
    @pytest.mark.parametrize(("what", "amount"), [("refund", 400), ("void", PRICE)])
    async def test_of_one_made_at_the_provider_is_recorded(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
        shape: str,
        what: str,
        amount: int,
    ) -> None:
        await sandbox.behave(refund_shape=shape)
        charge = await pay()
        payment = await the_payment(service)
        secret = service.settings.paymob_secret_key.get_secret_value()
        body = {"transaction_id": payment.transaction_id}
        if what == "refund":
            body["amount_cents"] = amount
        await sandbox.http.post(
            f"/api/acceptance/void_refund/{what}",
            json=body,
            headers={"authorization": f"Token {secret}"},
        )
        await sandbox.delivered(3 if shape == "both" else 2)
        assert await inquire_all(service) == 1
        assert await inquire_all(service) == 0
        taken = await the_refund(service)
        assert (taken.reason, taken.amount_minor) == (RefundReason.AT_PROVIDER, amount)
        settled = await get_charge(service, charge.subject_id)
        assert settled.refunded_minor == amount

    async def test_one_made_long_after_the_payment_while_the_provider_is_down(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        payment = await the_payment(service)
        await execute(service, "UPDATE payments SET expires_at = now() - interval '90 days'")
        secret = service.settings.paymob_secret_key.get_secret_value()
        await sandbox.http.post(
            "/api/acceptance/void_refund/refund",
            json={"transaction_id": payment.transaction_id, "amount_cents": 400},
            headers={"authorization": f"Token {secret}"},
        )
        await sandbox.delivered(2)
        await sandbox.fail("inquiry", status=502)
        assert await inquire_all(service) == 1
        assert await inquire_all(service) == 1
        assert (await get_charge(service, charge.subject_id)).refunded_minor == 400
        assert await inquire_all(service) == 0

    async def test_one_that_arrives_before_the_payment_s_callback(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(hold=True, refund_shape="parent")
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        params = await sandbox.pay(started["checkout_url"])
        secret = service.settings.paymob_secret_key.get_secret_value()
        await sandbox.http.post(
            "/api/acceptance/void_refund/refund",
            json={"transaction_id": int(params["id"]), "amount_cents": PRICE},
            headers={"authorization": f"Token {secret}"},
        )
        await sandbox.release("reversed")
        await inquire_all(service)
        settled = await get_charge(service, charge.subject_id)
        assert settled.status is ChargeStatus.REFUNDED
        assert len(await list_rows(service, Refund)) == 1
