"""Return of the browser from the provider."""

import httpx
from contracts.payments import ChargePaid, ChargeStatus
from kit.testing import Actor, actor
from payments.charges.models import Charge
from payments.payments.models import PaymentStatus

from services.payments.tests.factories import (
    POOR,
    PaymentsUnderTest,
    Sandbox,
    candidate,
    execute,
    get_charge,
    owe,
    start,
    the_payment,
)


async def come_back(
    client: httpx.AsyncClient, person: Actor, params: dict[str, str]
) -> httpx.Response:
    return await client.post("payments/return", json={"params": params}, headers=person.headers)


class TestGetPaymentReturn:
    async def _pay(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        card: str = "5123456789012346",
    ) -> tuple[Actor, Charge, dict[str, str]]:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        return person, charge, await sandbox.pay(started["checkout_url"], card)

    async def test_shows_what_the_webhook_has_settled(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, charge, params = await self._pay(service, client, sandbox)
        await sandbox.delivered()
        answer = await come_back(client, person, params)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert (body["status"], body["charge_status"]) == ("succeeded", "paid")
        assert (body["reference"], body["card_last4"]) == (charge.reference, "2346")
        assert body["transaction_id"] == params["id"]
        assert body["id"] == params["payment"]

    async def test_asks_the_provider_when_no_webhook_has_come(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(loss=1)
        person, charge, params = await self._pay(service, client, sandbox)
        await execute(service, "UPDATE payments SET created_at = now() - interval '1 minute'")
        answer = await come_back(client, person, params)
        assert answer.json()["status"] == "succeeded"
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID

    async def test_never_settles_on_its_parameters(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        """The provider is down and no webhook arrived: a signed success proves nothing."""
        await sandbox.behave(loss=1)
        person, charge, params = await self._pay(service, client, sandbox)
        await execute(service, "UPDATE payments SET created_at = now() - interval '1 minute'")
        await sandbox.fail("inquiry", status=502, times=5)
        answer = await come_back(client, person, params)
        assert answer.status_code == 200
        assert answer.json()["status"] == "redirected"
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.OPEN
        assert await service.published(ChargePaid) == []

    async def test_a_replay_after_a_refund_changes_nothing(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, charge, params = await self._pay(service, client, sandbox)
        await sandbox.delivered()
        await execute(service, "UPDATE charges SET status = 'refunded'")
        for _ in range(3):
            assert (await come_back(client, person, params)).status_code == 200
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.REFUNDED
        assert len(await service.published(ChargePaid)) == 1

    async def test_a_decline_is_shown_with_its_reason(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, _, params = await self._pay(service, client, sandbox, POOR)
        await sandbox.delivered()
        body = (await come_back(client, person, params)).json()
        assert (body["status"], body["failure_code"]) == ("failed", "insufficient_funds")
        assert body["failure_reason"] == "Insufficient funds"
        assert body["charge_status"] == "open"

    async def test_an_unescaped_plus_is_accepted(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(raw_plus=True)
        person, _, params = await self._pay(service, client, sandbox)
        assert " " in params["created_at"]
        assert (await come_back(client, person, params)).status_code == 200

    async def test_a_payer_who_left_the_page_sees_that_nothing_was_paid(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, params = await self._leave(service, client)
        body = (await come_back(client, person, params)).json()
        assert (body["status"], body["inquiry"]) == ("redirected", "unpaid")
        assert body["charge_status"] == "open"

    async def test_a_payer_who_paid_before_leaving_the_page_sees_it(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(loss=1)
        person, _, _ = await self._pay(service, client, sandbox)
        await execute(service, "UPDATE payments SET created_at = now() - interval '1 minute'")
        payment = await the_payment(service)
        body = (await come_back(client, person, {"payment": str(payment.id)})).json()
        assert (body["status"], body["inquiry"]) == ("succeeded", "paid")

    async def test_a_return_while_the_provider_is_away_is_unknown(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, params = await self._leave(service, client)
        await sandbox.fail("inquiry", status=502, times=5)
        body = (await come_back(client, person, params)).json()
        assert (body["status"], body["inquiry"]) == ("redirected", "unreachable")

    async def test_a_foreign_or_malformed_attempt_is_not_shown(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, params = await self._leave(service, client)
        assert (await come_back(client, candidate(), params)).status_code == 404
        assert (await come_back(client, person, {"payment": "1"})).status_code == 400

    async def _leave(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> tuple[Actor, dict[str, str]]:
        """Open the provider's page, a minute ago, and cancel there."""
        person = candidate()
        started = await start(client, person, await owe(service, person))
        await execute(service, "UPDATE payments SET created_at = now() - interval '1 minute'")
        return person, {"payment": started["payment_id"]}

    async def test_a_forged_or_empty_return_is_400(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, _, params = await self._pay(service, client, sandbox, POOR)
        for forged in ({}, params | {"success": "true"}, params | {"hmac": ""}, {"order": "x"}):
            answer = await come_back(client, person, forged)
            assert (answer.status_code, answer.json()["code"]) == (
                400,
                "payment_return.invalid",
            )
        assert (await the_payment(service)).status is not PaymentStatus.SUCCEEDED

    async def test_somebody_else_s_return_is_404(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        _, _, params = await self._pay(service, client, sandbox)
        assert (await come_back(client, candidate(), params)).status_code == 404

    async def test_without_a_token_is_401(self, client: httpx.AsyncClient) -> None:
        assert (await client.post("payments/return", json={"params": {}})).status_code == 401

    async def test_who_is_not_approved_and_has_not_paid_may_return(
        self, client: httpx.AsyncClient
    ) -> None:
        person = actor("staff", approved=False, paid=False)
        assert (await come_back(client, person, {})).status_code == 400
