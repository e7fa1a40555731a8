"""Notifications of declined cards."""

import asyncio

import httpx
from contracts.payments import PaymentFailed
from kit.testing import Actor
from payments.charges.models import Charge

from services.payments.tests.factories import (
    POOR,
    PRICE,
    PaymentsUnderTest,
    Sandbox,
    candidate,
    execute,
    owe,
    start,
)


class TestNotifyDeclined:
    """A payer who leaves after a decline is notified once per charge."""

    async def _declined(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> tuple[Actor, Charge, dict[str, str], dict[str, str]]:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        params = await sandbox.pay(started["checkout_url"], POOR)
        await sandbox.delivered(1)
        return person, charge, started, params

    async def _sweep(self, service: PaymentsUnderTest) -> list[PaymentFailed]:
        await execute(service, "UPDATE payments SET notify_at = now() WHERE notify_at IS NOT NULL")
        while await service.sweep("notify_declined"):
            pass
        return await service.published(PaymentFailed)

    async def test_is_published_once_after_ten_minutes(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, charge, _, _ = await self._declined(service, client, sandbox)
        assert await service.sweep("notify_declined") == 0
        for _ in range(2):
            (failed,) = await self._sweep(service)
        assert (failed.charge_id, failed.payer_user_id) == (charge.id, person.user_id)
        assert (failed.amount_minor, failed.reason) == (PRICE, "Insufficient funds")

    async def test_concurrent_sweeps_publish_once(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await self._declined(service, client, sandbox)
        await execute(service, "UPDATE payments SET notify_at = now()")
        await asyncio.gather(*(service.sweep("notify_declined") for _ in range(4)))
        assert len(await service.published(PaymentFailed)) == 1

    async def test_a_payer_who_returns_from_the_page_is_not_notified(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, _, _, params = await self._declined(service, client, sandbox)
        answer = await client.post(
            "payments/return", json={"params": params}, headers=person.headers
        )
        assert answer.json()["status"] == "failed"
        assert await self._sweep(service) == []

    async def test_a_payer_who_starts_a_payment_again_is_not_notified(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, charge, _, _ = await self._declined(service, client, sandbox)
        await start(client, person, charge)
        assert await self._sweep(service) == []

    async def test_a_payer_who_paid_with_another_card_is_not_notified(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        _, _, started, _ = await self._declined(service, client, sandbox)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered(2)
        assert await self._sweep(service) == []

    async def test_a_charge_that_is_no_longer_open_notifies_nobody(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await self._declined(service, client, sandbox)
        await execute(service, "UPDATE charges SET status = 'cancelled', closed_at = now()")
        assert await self._sweep(service) == []
