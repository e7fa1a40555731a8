from datetime import timedelta

import httpx
from contracts import ProfileType
from contracts.payments import ChargeClosed, ChargePaid, ChargeStatus
from kit.domain.demo import demo_id
from kit.security.claims import ProfileClaim
from kit.testing import Actor, actor
from payments.charges.models import Charge
from payments.demo.load import load, planned_charges
from payments.payments.models import Payment
from payments.refunds.models import RefundStatus
from sqlalchemy import text

from services.payments.tests.factories import (
    PaymentsUnderTest,
    Sandbox,
    build_profile,
    fees,
    list_rows,
    now,
    refund,
    send_refunds,
    the_refund,
)


class TestLoad:
    async def test_runs_twice_with_the_same_result(self, service: PaymentsUnderTest) -> None:
        planned = len(list(planned_charges(now())))
        assert await load(service.database) == planned
        assert await load(service.database) == 0
        charges = await list_rows(service, Charge)
        assert len(charges) == planned
        paid = [charge for charge in charges if charge.status is ChargeStatus.PAID]
        assert all(charge.payment_id and charge.paid_at for charge in paid)
        succeeded = [p for p in await list_rows(service, Payment) if p.transaction_id]
        assert len(succeeded) == len(paid)

    async def test_nothing_is_in_the_future(self, service: PaymentsUnderTest) -> None:
        await load(service.database)
        for charge in await list_rows(service, Charge):
            assert charge.created_at < (charge.paid_at or charge.closed_at) < now()

    async def test_publishes_each_charge_once_with_its_past_time(
        self, service: PaymentsUnderTest
    ) -> None:
        await load(service.database)
        await load(service.database)
        charges = {c.id: c for c in await list_rows(service, Charge)}
        published = [*await service.published(ChargePaid), *await service.published(ChargeClosed)]
        assert sorted(event.charge_id for event in published) == sorted(charges)
        async with service.database.engine.connect() as connection:
            newest = await connection.scalar(
                text("SELECT max(CAST(body ->> 'time' AS timestamptz)) FROM outbox")
            )
        assert newest < now() - timedelta(days=1), "nobody is mailed for what is older"

    async def test_a_demo_payer_sees_the_receipt_and_owes_nothing(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        await load(service.database)
        claim = ProfileClaim(
            id=demo_id("profile", "sara"), type=ProfileType.CANDIDATE, paid=True, image=True
        )
        sara = Actor(profile=claim, user_id=demo_id("user", "sara"))
        await service.deliver(fees())
        await service.deliver(build_profile(sara, paid=True))
        assert await service.sweep("align_registrations") == 0
        found = await client.get(
            "charges", params={"purpose": "candidate_registration"}, headers=sara.headers
        )
        (charge,) = found.json()["data"]
        detail = (await client.get(f"charges/{charge['id']}", headers=sara.headers)).json()
        assert detail["receipt"]["payer_name_en"] == "Sara Al-Harbi"

    async def test_a_payment_can_be_refunded_at_the_sandbox(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await load(service.database)
        paid = next(p for p in await list_rows(service, Payment) if p.transaction_id)
        answer = await refund(client, paid.id)
        assert answer.json()["amount_minor"] == paid.amount_minor
        assert await send_refunds(service) == 1
        done = await the_refund(service)
        assert (done.status, done.error) == (RefundStatus.DONE, None)

    async def test_an_admin_sees_all_of_it(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        await load(service.database)
        admin = actor("admin", roles=["super-admin"])
        body = (await client.get("payments?page_size=10", headers=admin.headers)).json()
        assert body["meta"]["total"] == len(await list_rows(service, Payment))
