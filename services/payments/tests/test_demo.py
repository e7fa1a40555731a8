"""The demo's payments."""

from importlib import import_module
from itertools import cycle

import httpx
from contracts import ProfileType
from contracts.payments import ChargePaid
from kit.auth import ProfileClaim
from kit.demo import demo_id
from kit.testing import Actor, ServiceUnderTest, actor
from payments.charges.models import Charge, ChargeStatus
from payments.demo.enrollments import demo_charges
from payments.demo.load import load
from payments.demo.people import PAID
from payments.payments.models import Payment

from services.payments.tests.world import all_of, fees, now, profile_of


class TestPlan:
    def test_says_what_the_demo_s_enrollments_say(self) -> None:
        """Two services tell one story; this is where it would come apart."""
        plan = import_module("enrollment.demo.plan")
        people = cycle(plan.CANDIDATES)
        closed = {"completed": "paid", "confirmed": "paid"}
        closed |= {"cancelled": "cancelled", "expired": "expired"}
        expected = []
        for batch in plan.demo_batches():
            for status, _ in batch.enrollments:
                username = next(people)
                if batch.price and status in closed:
                    enrollment_id = demo_id("enrollment", f"{batch.key}:{username}")
                    expected.append((enrollment_id, batch.price * 100, closed[status]))
        told = [(c.enrollment_id, c.amount_minor, c.status.value) for c in demo_charges()]
        assert told == expected


class TestLoad:
    async def test_runs_twice_with_the_same_result(self, service: ServiceUnderTest) -> None:
        planned = len(PAID) + len(list(demo_charges()))
        assert await load(service.database) == planned
        assert await load(service.database) == 0
        charges = await all_of(service, Charge)
        assert len(charges) == planned
        paid = [charge for charge in charges if charge.status is ChargeStatus.PAID]
        assert all(charge.payment_id and charge.paid_at for charge in paid)
        succeeded = [p for p in await all_of(service, Payment) if p.transaction_id]
        assert len(succeeded) == len(paid)

    async def test_nothing_lies_in_the_future(self, service: ServiceUnderTest) -> None:
        await load(service.database)
        for charge in await all_of(service, Charge):
            assert charge.created_at < (charge.paid_at or charge.closed_at) < now()

    async def test_tells_nobody(self, service: ServiceUnderTest) -> None:
        await load(service.database)
        assert await service.published(ChargePaid) == []

    async def test_a_person_of_the_demo_sees_the_receipt_and_owes_nothing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await load(service.database)
        claim = ProfileClaim(
            id=demo_id("profile", "sara"), type=ProfileType.CANDIDATE, paid=True, image=True
        )
        sara = Actor(profile=claim, user_id=demo_id("user", "sara"))
        await service.deliver(fees())
        await service.deliver(profile_of(sara, paid=True))
        assert await service.sweep("registrations.align") == 0
        found = await client.get(
            "charges", params={"purpose": "candidate_registration"}, headers=sara.headers
        )
        (charge,) = found.json()["data"]
        detail = (await client.get(f"charges/{charge['id']}", headers=sara.headers)).json()
        assert detail["receipt"]["payer_name_en"] == "Sara Al-Harbi"

    async def test_an_admin_sees_all_of_it(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await load(service.database)
        admin = actor("admin", roles=["super-admin"])
        body = (await client.get("payments?page_size=10", headers=admin.headers)).json()
        assert body["meta"]["total"] == len(await all_of(service, Payment))
