"""Refunds whose answer is lost, late or negative."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from contracts.payments import ChargeStatus, RefundFailed, RefundReason
from kit.core import failpoints
from kit.web.restore import VERSIONS_SKIPPED, recover
from payments.refunds import tasks
from payments.refunds.models import Refund, RefundStatus
from pytest import MonkeyPatch

from services.payments.tests.factories import (
    PRICE,
    Pay,
    PaymentsUnderTest,
    Sandbox,
    execute,
    get_charge,
    inquire_all,
    inquire_refunds,
    list_rows,
    now,
    refund,
    send_refunds,
    the_payment,
    the_refund,
)


class TestLostAnswer:
    @pytest.mark.usefixtures("impatient")
    @pytest.mark.parametrize("call", ["void", "refund"])
    async def test_a_refund_whose_answer_is_lost_is_inquired_about_and_not_repeated(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
        call: str,
    ) -> None:
        charge = await pay()
        amount = {"void": PRICE, "refund": 400}[call]
        await sandbox.fail(call, "lost_answer", delay_ms=10_000)
        await refund(client, (await the_payment(service)).id, amount_minor=amount)
        assert await send_refunds(service) == 1
        assert (await the_refund(service)).status is RefundStatus.SENT
        assert await send_refunds(service) == 0
        assert await inquire_refunds(service) == 1
        done = await the_refund(service)
        assert done.status is RefundStatus.DONE
        settled = await get_charge(service, charge.subject_id)
        assert settled.refunded_minor == amount
        # The order's newest transaction is the refund and has its number.
        payment = await the_payment(service)
        assert payment.order_id is not None
        newest = await service.context.resources.get_latest_by_order(payment.order_id)
        assert newest is not None
        assert done.refund_transaction_id == newest.id != payment.transaction_id

    async def test_one_that_never_arrived_is_repeated_after_the_provider_denied_it(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        await sandbox.fail("void", status=502)
        await refund(client, (await the_payment(service)).id)
        await send_refunds(service)
        await inquire_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.SENT
        await execute(service, "UPDATE refunds SET sent_at = now() - interval '121 seconds'")
        await inquire_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.REQUESTED
        await execute(service, "UPDATE refunds SET due_at = now()")
        await send_refunds(service)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.REFUNDED

    async def test_one_whose_copy_died_is_sent_again_within_a_minute(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        async def die(*_: object) -> None:
            raise RuntimeError

        charge = await pay()
        await refund(client, (await the_payment(service)).id)
        with monkeypatch.context() as patch, pytest.raises(RuntimeError):
            patch.setattr(tasks, "_call", die)
            await send_refunds(service)
        await execute(service, "UPDATE refunds SET sent_at = sent_at - interval '31 seconds'")
        assert await inquire_refunds(service) == 1
        waiting = await the_refund(service)
        assert waiting.status is RefundStatus.REQUESTED
        assert waiting.due_at and waiting.due_at <= now() + timedelta(seconds=15)
        await execute(service, "UPDATE refunds SET due_at = now()")
        await send_refunds(service)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.REFUNDED

    async def test_one_that_was_not_sent_at_all_is_sent_again(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
    ) -> None:
        await pay()
        await sandbox.fail("void", status=429)
        await refund(client, (await the_payment(service)).id)
        await send_refunds(service)
        waiting = await the_refund(service)
        assert (waiting.status, waiting.attempts) == (RefundStatus.REQUESTED, 1)
        await execute(service, "UPDATE refunds SET due_at = now()")
        await send_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.DONE

    async def test_a_refusal_is_final_once_the_provider_has_denied_the_refund(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        await sandbox.fail("refund", status=400)
        await refund(client, (await the_payment(service)).id, amount_minor=5)
        await send_refunds(service)
        await inquire_refunds(service)
        failed = await the_refund(service)
        assert failed.status is RefundStatus.FAILED
        (published,) = await service.published(RefundFailed)
        assert (published.refund_id, published.amount_minor, published.reason) == (
            failed.id,
            5,
            failed.error,
        )
        assert await inquire_refunds(service) == 0
        assert len(await service.published(RefundFailed)) == 1
        assert failed.error == "Injected fault."
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID
        assert await service.measured("itqan_refunds_failed") == 1
        # A failed refund reserves no amount.
        answer = await refund(client, (await the_payment(service)).id)
        assert answer.json()["amount_minor"] == PRICE
        # It was requested again.
        assert await service.measured("itqan_refunds_failed") == 0

    async def test_one_that_failed_is_confirmed_when_the_provider_has_done_it_later(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        payment = await the_payment(service)
        await sandbox.fail("refund", status=400)
        await refund(client, payment.id, amount_minor=500)
        await send_refunds(service)
        await inquire_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.FAILED
        secret = service.settings.paymob_secret_key.get_secret_value()
        await sandbox.http.post(
            "/api/acceptance/void_refund/refund",
            json={"transaction_id": payment.transaction_id, "amount_cents": 500},
            headers={"authorization": f"Token {secret}"},
        )
        await sandbox.delivered(2)
        assert await inquire_all(service) == 1
        done = await the_refund(service)
        assert (done.status, done.reason) == (RefundStatus.DONE, RefundReason.ADMIN)
        assert (await get_charge(service, charge.subject_id)).refunded_minor == 500

    async def test_a_crash_after_the_call_is_recovered_from(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
        monkeypatch: MonkeyPatch,
    ) -> None:
        charge = await pay()
        await refund(client, (await the_payment(service)).id)

        class _DiedError(Exception):
            pass

        def die(_: str) -> None:
            raise _DiedError

        with monkeypatch.context() as patch, pytest.raises(_DiedError):
            patch.setattr(failpoints, "hit", die)
            await send_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.SENT
        await inquire_refunds(service)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.REFUNDED


class TestHundredDeaths:
    async def test_give_back_each_refund_once(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
        monkeypatch: MonkeyPatch,
    ) -> None:
        """Send a hundred refunds of one payment, crashing before or after each call."""
        charge = await pay()
        payment_id = (await the_payment(service)).id
        await sandbox.behave(loss=1)

        class _DiedError(Exception):
            pass

        async def die_before(*_: object) -> None:
            raise _DiedError

        def die_after(_: str) -> None:
            raise _DiedError

        for number in range(100):
            answer = await refund(client, payment_id, amount_minor=1 + number)
            assert answer.status_code == 202, answer.text
            with monkeypatch.context() as patch, pytest.raises(_DiedError):
                if number % 2:
                    patch.setattr(tasks, "_call", die_before)
                else:
                    patch.setattr(failpoints, "hit", die_after)
                await send_refunds(service)
            await execute(
                service,
                "UPDATE refunds SET sent_at = sent_at - interval '121 seconds'"
                " WHERE status = 'sent'",
            )
            assert await inquire_refunds(service) == 1
            await execute(service, "UPDATE refunds SET due_at = now() WHERE status = 'requested'")
            assert await send_refunds(service) == number % 2

        refunds = await list_rows(service, Refund)
        assert [r.status for r in refunds] == [RefundStatus.DONE] * 100
        (intention,) = await sandbox.intentions()
        seen = (await sandbox.http.get(f"/sandbox/intentions/{intention['id']}")).json()
        assert len(seen["transactions"]) == 101, "the payment and each refund once"
        settled = await get_charge(service, charge.subject_id)
        assert settled.refunded_minor == sum(range(101))

    async def test_of_one_refund_give_it_back_once(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
        monkeypatch: MonkeyPatch,
    ) -> None:
        """Crash after the call, then repeatedly before storing the inquiry's answer."""
        charge = await pay()
        await refund(client, (await the_payment(service)).id)

        class _DiedError(Exception):
            pass

        async def die(*_: object) -> None:
            raise _DiedError

        with monkeypatch.context() as patch:
            patch.setattr(tasks, "confirm_refund", die)
            with pytest.raises(_DiedError):
                await send_refunds(service)
            patch.setattr(tasks, "_decide", die)
            for _ in range(99):
                with pytest.raises(_DiedError):
                    await inquire_refunds(service)
                assert await send_refunds(service) == 0
        await inquire_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.DONE
        (intention,) = await sandbox.intentions()
        seen = (await sandbox.http.get(f"/sandbox/intentions/{intention['id']}")).json()
        assert len(seen["transactions"]) == 2
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.REFUNDED


class TestBrokenConnection:
    """The provider closes the connection during the call."""

    @pytest.fixture(autouse=True)
    def breathless(self, monkeypatch: MonkeyPatch) -> None:
        monkeypatch.setattr(tasks, "PAUSE_SECONDS", 0)

    @pytest.mark.parametrize(("call", "amount"), [("void", None), ("refund", 400)])
    async def test_before_the_provider_s_work_it_is_sent_again_after_seconds(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
        call: str,
        amount: int | None,
    ) -> None:
        charge = await pay()
        await sandbox.fail(call, "cut")
        body: dict[str, Any] = {} if amount is None else {"amount_minor": amount}
        await refund(client, (await the_payment(service)).id, **body)
        await send_refunds(service)
        waiting = await the_refund(service)
        assert waiting.status is RefundStatus.REQUESTED
        assert waiting.due_at is not None
        assert waiting.due_at - waiting.created_at < timedelta(minutes=1)
        await execute(service, "UPDATE refunds SET due_at = now()")
        await send_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.DONE
        settled = await get_charge(service, charge.subject_id)
        assert settled.refunded_minor == (amount or PRICE)

    @pytest.mark.parametrize(("call", "amount"), [("void", None), ("refund", 400)])
    async def test_after_the_provider_s_work_it_is_confirmed_at_once(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        pay: Pay,
        call: str,
        amount: int | None,
    ) -> None:
        charge = await pay()
        await sandbox.fail(call, "cut_answer")
        body: dict[str, Any] = {} if amount is None else {"amount_minor": amount}
        await refund(client, (await the_payment(service)).id, **body)
        await send_refunds(service)
        done = await the_refund(service)
        assert (done.status, done.attempts) == (RefundStatus.DONE, 1)
        settled = await get_charge(service, charge.subject_id)
        assert settled.refunded_minor == (amount or PRICE)

    async def test_what_the_provider_did_late_is_not_sent_a_second_time(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        await sandbox.fail("refund", "cut_answer")
        await sandbox.fail("inquiry", status=502)
        await refund(client, (await the_payment(service)).id, amount_minor=400)
        await send_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.SENT
        # Simulate a provider that denied the refund and processed it later.
        await execute(service, "UPDATE refunds SET status = 'requested', due_at = now()")
        await send_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.DONE
        settled = await get_charge(service, charge.subject_id)
        assert settled.refunded_minor == 400
        (intention,) = await sandbox.intentions()
        seen = (await sandbox.http.get(f"/sandbox/intentions/{intention['id']}")).json()
        assert len(seen["transactions"]) == 2, "it was refunded twice"


class TestAfterARestore:
    async def test_what_was_given_back_since_the_backup_is_not_given_back_again(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        charge = await pay()
        payment = await the_payment(service)
        await refund(client, payment.id, amount_minor=400)
        # The restored backup contains it as waiting, but it was sent since and no callback follows.
        await sandbox.behave(loss=1)
        assert payment.transaction_id
        await service.context.resources.refund(payment.transaction_id, 400)
        async with service.database.transaction() as session:
            done = await recover(session, service.declaration)
        assert done.repeated == 0, "nothing was published in this test"
        assert done.restated == 1

        await send_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.DONE
        settled = await get_charge(service, charge.subject_id)
        assert settled.refunded_minor == 400
        # Consumers may have seen versions newer than the backup.
        assert settled.version > VERSIONS_SKIPPED
        (intention,) = await sandbox.intentions()
        seen = (await sandbox.http.get(f"/sandbox/intentions/{intention['id']}")).json()
        assert len(seen["transactions"]) == 2, "it was refunded twice"


class TestConcurrency:
    async def test_two_copies_send_a_refund_once(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
    ) -> None:
        await pay()
        await refund(client, (await the_payment(service)).id, amount_minor=100)
        counts = await asyncio.gather(*(send_refunds(service) for _ in range(4)))
        assert sum(counts) == 1
        (intention,) = await sandbox.intentions()
        seen = (await sandbox.http.get(f"/sandbox/intentions/{intention['id']}")).json()
        assert len(seen["transactions"]) == 2


def test_an_inquiry_comes_after_any_call_has_ended() -> None:
    assert timedelta(seconds=10) < tasks.INQUIRE_AFTER < tasks.REPEAT_AFTER
