"""Registration fees: debtors, and the effects of changes."""

import asyncio
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts import ProfileType
from contracts.catalog import PlannedFee
from contracts.payments import ChargeClosed, ChargeOpened, ChargePaid, ChargePurpose, ChargeStatus
from kit.database.db import new_id
from kit.testing import Actor, QueryCounter, actor
from payments.charges.models import Charge
from payments.replicas.models import Payer

from services.payments.tests.factories import (
    FEE,
    GOOD,
    POOR,
    PaymentsUnderTest,
    Sandbox,
    build_profile,
    candidate,
    execute,
    fees,
    get_charge,
    list_rows,
    start,
)

ALIGN = "align_registrations"


def organization_of(person: Actor) -> UUID:
    assert person.profile and person.profile.organization_id
    return person.profile.organization_id


class TestProfileUpdated:
    @pytest.mark.parametrize(
        ("kind", "purpose", "amount"),
        [
            ("candidate", ChargePurpose.CANDIDATE_REGISTRATION, FEE),
            ("staff", ChargePurpose.STAFF_REGISTRATION, 23_000),
            ("organization", ChargePurpose.ORGANIZATION_REGISTRATION, 115_000),
        ],
    )
    async def test_opens_the_fee_of_the_profile_s_type(
        self, service: PaymentsUnderTest, kind: str, purpose: ChargePurpose, amount: int
    ) -> None:
        person = actor(kind, paid=False, organization_id=new_id())
        await service.deliver(fees())
        await service.deliver(build_profile(person))
        (charge,) = await list_rows(service, Charge)
        owes = organization_of(person) if kind == "organization" else person.profile_id
        assert (charge.subject_id, charge.payer_profile_id) == (owes, person.profile_id)
        assert (charge.purpose, charge.amount_minor) == (purpose, amount)
        assert charge.status is ChargeStatus.OPEN
        assert charge.reference == f"ITQ-{charge.created_at.year}-{charge.reference[-6:]}"
        assert charge.organization_id is None
        (opened,) = await service.published(ChargeOpened)
        assert (opened.charge_id, opened.due_at) == (charge.id, None)

    @pytest.mark.parametrize("kind", ["admin", "trainer"])
    async def test_other_types_owe_nothing(self, service: PaymentsUnderTest, kind: str) -> None:
        await service.deliver(fees())
        await service.deliver(build_profile(actor(kind, organization_id=new_id())))
        assert await list_rows(service, Charge) == []

    async def test_a_profile_that_has_paid_owes_nothing(self, service: PaymentsUnderTest) -> None:
        await service.deliver(fees())
        await service.deliver(build_profile(candidate(), paid=True))
        assert await list_rows(service, Charge) == []
        assert await service.sweep(ALIGN) == 0

    async def test_each_further_change_of_the_profile_leaves_one_charge(
        self, service: PaymentsUnderTest
    ) -> None:
        person = candidate()
        await service.deliver(fees())
        for sequence in (1, 2, 2, 1, 3):
            await service.deliver(build_profile(person), sequence=sequence)
        assert len(await list_rows(service, Charge)) == 1

    async def test_an_older_state_changes_nothing(self, service: PaymentsUnderTest) -> None:
        person = candidate()
        await service.deliver(build_profile(person, name_en="New"), sequence=5)
        await service.deliver(build_profile(person, name_en="Old"), sequence=4)
        async with service.database.transaction() as session:
            payer = await session.get(Payer, person.profile_id)
        assert payer is not None
        assert payer.name_en == "New"

    async def test_a_closed_profile_owes_nothing_any_more(self, service: PaymentsUnderTest) -> None:
        person = candidate()
        await service.deliver(fees())
        await service.deliver(build_profile(person))
        await service.deliver(build_profile(person, active=False), sequence=2)
        assert (await get_charge(service, person.profile_id)).status is ChargeStatus.CANCELLED
        (closed,) = await service.published(ChargeClosed)
        assert closed.status == "cancelled"

    async def test_many_that_come_together_are_as_if_each_had_come_alone(
        self, service: PaymentsUnderTest
    ) -> None:
        await service.deliver(fees())
        newcomers = [candidate(paid=False) for _ in range(20)]
        leaver, covered = candidate(), candidate()
        organization_id = new_id()
        owner, second = (
            actor("organization", paid=False, organization_id=organization_id) for _ in range(2)
        )
        for person in (leaver, covered, owner):
            await service.deliver(build_profile(person))
        await execute(
            service,
            "UPDATE charges SET status = 'paid', paid_at = now() WHERE subject_id = :owes",
            owes=organization_id,
        )
        came = [(build_profile(each), 1) for each in newcomers]
        came += [(build_profile(leaver, active=False), 2), (build_profile(leaver), 1)]
        came += [(build_profile(covered, paid=True), 3), (build_profile(covered), 2)]
        came += [(build_profile(second), 1), (build_profile(actor("trainer")), 1)]
        await service.deliver_batch(came)
        for person, status in [
            *((each, ChargeStatus.OPEN) for each in newcomers),
            (leaver, ChargeStatus.CANCELLED),
            (covered, ChargeStatus.CANCELLED),
        ]:
            charge = await get_charge(service, person.profile_id)
            assert (charge.status, charge.payer_user_id) == (status, person.user_id)
        charges = await list_rows(service, Charge)
        assert len(charges) == len({each.reference for each in charges}) == 23
        (paid,) = await service.published(ChargePaid)
        assert paid.subject_id == organization_id
        assert len(await service.published(ChargeOpened)) == 23
        assert len(await service.published(ChargeClosed)) == 2

        # Repeated and late events are all stale.
        await service.deliver_batch(came)
        assert [each.id for each in await list_rows(service, Charge)] == [
            each.id for each in charges
        ]
        assert len(await service.published(ChargePaid)) == 1
        assert await service.sweep(ALIGN) == 0

    async def test_many_take_as_many_statements_as_one(
        self, service: PaymentsUnderTest, queries: QueryCounter
    ) -> None:
        await service.deliver(fees())

        async def changed(people: list[Actor], sequence: int, **changes: Any) -> int:
            events = [(build_profile(each, **changes), sequence) for each in people]
            with queries() as statements:
                await service.deliver_batch(events)
            return len(statements)

        few, many = ([candidate(paid=False) for _ in range(count)] for count in (1, 30))
        assert await changed(few, 1) == await changed(many, 1)
        await service.deliver(fees(20_000), sequence=2)
        assert await changed(few, 2) == await changed(many, 2)
        assert {each.amount_minor for each in await list_rows(service, Charge)} == {20_000}
        assert await changed(few, 3, active=False) == await changed(many, 3, active=False)
        assert {each.status for each in await list_rows(service, Charge)} == {
            ChargeStatus.CANCELLED
        }

    async def test_no_fee_is_settled_at_once(self, service: PaymentsUnderTest) -> None:
        person = candidate()
        await service.deliver(fees(0))
        await service.deliver(build_profile(person))
        charge = await get_charge(service, person.profile_id)
        assert (charge.status, charge.waived) == (ChargeStatus.PAID, True)
        (paid,) = await service.published(ChargePaid)
        assert paid.amount_minor == 0
        assert await service.published(ChargeOpened) == []


class TestOrganization:
    """An organization pays once, through any of its users."""

    def _users(self) -> tuple[Actor, Actor]:
        organization_id = new_id()
        first, second = (
            actor("organization", paid=False, organization_id=organization_id) for _ in range(2)
        )
        return first, second

    async def test_its_users_owe_one_fee_and_either_may_pay_it(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        first, second = self._users()
        await service.deliver(fees())
        for user in (first, second):
            await service.deliver(build_profile(user))
        assert await service.sweep(ALIGN) == 0
        (charge,) = await list_rows(service, Charge)
        for user in (first, second):
            listed = (await client.get("charges", headers=user.headers)).json()["data"]
            assert [row["id"] for row in listed] == [str(charge.id)]
        one = await start(client, first, charge)
        assert await start(client, second, charge) == one, "there is one page"
        await sandbox.pay(one["checkout_url"], POOR)
        await sandbox.delivered(1)
        await sandbox.pay((await start(client, second, charge))["checkout_url"])
        await sandbox.delivered(2)
        (event,) = await service.published(ChargePaid)
        assert (event.subject_id, event.payer_user_id) == (organization_of(second), second.user_id)
        answer = await client.post(f"charges/{charge.id}/payments", headers=first.headers)
        assert answer.json()["code"] == "charge.already_paid"

    async def test_users_created_concurrently_owe_one_fee(self, service: PaymentsUnderTest) -> None:
        await service.deliver(fees())
        organization_id = new_id()
        users = [
            actor("organization", paid=False, organization_id=organization_id) for _ in range(6)
        ]
        await asyncio.gather(*(service.deliver(build_profile(user)) for user in users))
        assert len(await list_rows(service, Charge)) == 1

    async def test_concurrent_sweeps_open_one_fee(self, service: PaymentsUnderTest) -> None:
        for _ in range(5):
            for user in self._users():
                await service.deliver(build_profile(user))
        await service.deliver(fees())
        await asyncio.gather(*(service.sweep(ALIGN) for _ in range(4)))
        while await service.sweep(ALIGN):
            pass
        assert len(await list_rows(service, Charge)) == 5

    async def test_simultaneous_changes_of_two_users_do_not_deadlock(
        self, service: PaymentsUnderTest
    ) -> None:
        users = [user for _ in range(4) for user in self._users()]
        for user in users:
            await service.deliver(build_profile(user))
        await service.deliver(fees())
        changes = [service.deliver(build_profile(user), sequence=2) for user in reversed(users)]
        await asyncio.gather(*changes)
        assert len(await list_rows(service, Charge)) == 4

    async def test_a_user_created_after_the_payment_owes_nothing_and_it_is_published_again(
        self, service: PaymentsUnderTest
    ) -> None:
        first, second = self._users()
        await service.deliver(fees())
        await service.deliver(build_profile(first))
        charge = await get_charge(service, organization_of(first))
        await execute(service, "UPDATE charges SET status = 'paid', paid_at = now(), version = 2")
        await service.deliver(build_profile(second))
        assert len(await list_rows(service, Charge)) == 1
        (paid,) = await service.published(ChargePaid)
        assert (paid.charge_id, paid.payer_profile_id) == (charge.id, first.profile_id)

    async def test_the_fee_of_a_user_who_leaves_moves_to_another(
        self, service: PaymentsUnderTest
    ) -> None:
        first, second = self._users()
        await service.deliver(fees())
        for user in (first, second):
            await service.deliver(build_profile(user))
        await service.deliver(build_profile(first, active=False), sequence=2)
        assert await service.sweep(ALIGN) == 0
        assert (await get_charge(service, organization_of(first))).status is ChargeStatus.OPEN
        await service.deliver(build_profile(second, active=False), sequence=2)
        assert (await get_charge(service, organization_of(first))).status is ChargeStatus.CANCELLED

    async def test_other_users_neither_see_nor_pay_it(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        first, _ = self._users()
        await service.deliver(fees())
        await service.deliver(build_profile(first))
        charge = await get_charge(service, organization_of(first))
        stranger, _ = self._users()
        staff = actor("staff", organization_id=organization_of(first))
        for person in (stranger, staff):
            assert (await client.get("charges", headers=person.headers)).json()["data"] == []
            for answer in (
                await client.get(f"charges/{charge.id}", headers=person.headers),
                await client.post(f"charges/{charge.id}/payments", headers=person.headers),
            ):
                assert answer.status_code == 404


class TestStaff:
    async def test_a_member_pays_their_own_fee_before_anybody_has_approved_them(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        organization_id = new_id()
        staff = actor("staff", approved=False, paid=False, organization_id=organization_id)
        owner = actor("organization", organization_id=organization_id)
        await service.deliver(fees())
        await service.deliver(build_profile(staff))
        charge = await get_charge(service, staff.profile_id)
        listed = {
            person: (await client.get("charges", headers=person.headers)).json()["data"]
            for person in (staff, owner)
        }
        assert [row["id"] for row in listed[staff]] == [str(charge.id)]
        assert listed[owner] == []
        await sandbox.pay((await start(client, staff, charge))["checkout_url"])
        await sandbox.delivered(1)
        (paid,) = await service.published(ChargePaid)
        assert paid.purpose is ChargePurpose.STAFF_REGISTRATION
        assert paid.payer_profile_id == staff.profile_id


class TestSettingsUpdated:
    async def test_a_profile_created_before_the_fees_owes_them(
        self, service: PaymentsUnderTest
    ) -> None:
        person = candidate()
        await service.deliver(build_profile(person))
        assert await service.sweep(ALIGN) == 0
        await service.deliver(fees())
        assert await service.sweep(ALIGN) == 1
        assert await service.sweep(ALIGN) == 0
        assert (await get_charge(service, person.profile_id)).amount_minor == FEE

    async def test_a_new_fee_changes_charges_without_a_live_attempt(
        self, service: PaymentsUnderTest
    ) -> None:
        person = candidate()
        await service.deliver(fees())
        await service.deliver(build_profile(person))
        await service.deliver(fees(20_000), sequence=2)
        assert await service.sweep(ALIGN) == 1
        assert (await get_charge(service, person.profile_id)).amount_minor == 20_000
        assert [f.amount_minor for f in await service.published(ChargeOpened)] == [FEE, 20_000]

    async def test_an_amount_with_a_live_attempt_stays_until_the_attempt_has_failed(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate(paid=False)
        await service.deliver(fees())
        await service.deliver(build_profile(person))
        charge = await get_charge(service, person.profile_id)
        started = await start(client, person, charge)
        await service.deliver(fees(20_000), sequence=2)
        assert await service.sweep(ALIGN) == 0
        await sandbox.pay(started["checkout_url"], POOR)
        await sandbox.delivered(1)
        assert await service.sweep(ALIGN) == 1
        again = await start(client, person, charge)
        await sandbox.pay(again["checkout_url"], GOOD)
        await sandbox.delivered(2)
        settled = await get_charge(service, person.profile_id)
        assert (settled.status, settled.amount_minor) == (ChargeStatus.PAID, 20_000)

    async def test_a_fee_of_nothing_settles_open_charges(self, service: PaymentsUnderTest) -> None:
        person = candidate()
        await service.deliver(fees())
        await service.deliver(build_profile(person))
        await service.deliver(fees(0), sequence=2)
        await service.sweep(ALIGN)
        charge = await get_charge(service, person.profile_id)
        assert (charge.status, charge.waived) == (ChargeStatus.PAID, True)

    async def test_a_fee_applies_from_its_day_on(self, service: PaymentsUnderTest) -> None:
        person = candidate()
        await service.deliver(fees())
        await service.deliver(build_profile(person))
        later = date.today() + timedelta(days=30)
        await service.deliver(fees(99, effective_on=later), sequence=2)
        assert await service.sweep(ALIGN) == 0
        assert (await get_charge(service, person.profile_id)).amount_minor == FEE

    async def test_a_planned_fee_is_replaced_by_newer_settings(
        self, service: PaymentsUnderTest
    ) -> None:
        later = date.today() + timedelta(days=30)
        await service.deliver(fees(99, effective_on=later))
        await service.deliver(fees(), sequence=2)
        await service.deliver(fees(1), sequence=1)
        person = candidate()
        await service.deliver(build_profile(person))
        assert (await get_charge(service, person.profile_id)).amount_minor == FEE

    async def test_planned_fees_come_with_the_settings_and_go_with_them(
        self, service: PaymentsUnderTest
    ) -> None:
        person = candidate()
        today = date.today()
        plans = [
            PlannedFee(
                profile_type=ProfileType.CANDIDATE,
                amount_minor=amount,
                currency="SAR",
                valid_from=day,
            )
            # The first fee took effect while the message was in transit.
            for amount, day in ((20_000, today - timedelta(days=1)), (1, today + timedelta(30)))
        ]
        await service.deliver(fees(planned_fees=plans))
        await service.deliver(build_profile(person))
        assert (await get_charge(service, person.profile_id)).amount_minor == 20_000
        await service.deliver(fees(), sequence=2)
        assert await service.sweep(ALIGN) == 1
        assert (await get_charge(service, person.profile_id)).amount_minor == FEE

    async def test_a_paid_fee_stays(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate(paid=False)
        await service.deliver(fees())
        await service.deliver(build_profile(person))
        started = await start(client, person, await get_charge(service, person.profile_id))
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        await service.deliver(fees(20_000), sequence=2)
        assert await service.sweep(ALIGN) == 0
        assert len(await list_rows(service, Charge)) == 1
