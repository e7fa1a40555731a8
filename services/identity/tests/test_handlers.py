import asyncio
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from contracts import ContentType
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.identity import (
    OrganizationSubmitted,
    OrganizationUpdated,
    PrincipalChanged,
    ProfileUpdated,
)
from contracts.payments import ChargePaid, ChargePurpose, ChargeRefunded
from contracts.testing import event
from identity.config import Settings
from identity.republish import republish
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    Person,
    a_submitted_organization,
    execute,
    organization_form,
    renew,
    signed_up,
    verified,
)


def charge(person: Person, **changes: Any) -> dict[str, Any]:
    return {
        "charge_id": uuid4(),
        "reference": "ITQ-2026-000001",
        "purpose": ChargePurpose.CANDIDATE_REGISTRATION,
        "subject_id": person.profile_id,
        "payer_profile_id": person.profile_id,
        "payer_user_id": person.id,
        "organization_id": None,
        "amount_minor": 15_000,
        "currency": "SAR",
        "title_en": "Registration",
        "title_ar": "التسجيل",
        "due_at": None,
    } | changes


def paid(values: dict[str, Any], *, late: bool = False) -> ChargePaid:
    return event(ChargePaid, **values, late=late)


def refunded(values: dict[str, Any], *, complete: bool = True) -> ChargeRefunded:
    back = 15_000 if complete else 5_000
    return event(ChargeRefunded, **values, refunded_minor=back, complete=complete)


async def profile_of(client: httpx.AsyncClient, person: Person) -> dict[str, Any]:
    await renew(client, person)
    profile: dict[str, Any] = person.user["profiles"][0]
    return profile


class TestChargePaid:
    async def test_opens_the_profile_and_ages_its_tokens(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await service.deliver(paid(charge(person)), sequence=2)
        assert (await profile_of(client, person))["paid"]
        assert (await service.published(ProfileUpdated))[-1].paid
        assert (await service.published(PrincipalChanged))[-1].principal_version == 3

    async def test_the_stale_token_is_refused_and_a_refreshed_one_good(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await service.deliver(paid(charge(person)), sequence=2)
        service.context.verifier.listen((await service.published(PrincipalChanged))[-1])
        answer = await client.get("auth/authenticated", headers=person.headers)
        assert answer.status_code == 401
        assert answer.json()["code"] == "token.stale"
        answer = await client.post("auth/refresh", headers=person.cookies)
        person.use(answer)
        answer = await client.get("auth/authenticated", headers=person.headers)
        assert answer.json()["profiles"][0]["paid"]

    async def test_twice_has_one_effect(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        event = paid(charge(person))
        for _ in range(3):
            await service.deliver(event, sequence=2)
        assert len(await service.published(PrincipalChanged)) == 2

    async def test_twice_at_once_has_one_effect(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        event = paid(charge(person))
        await asyncio.gather(*(service.deliver(event, sequence=2) for _ in range(4)))
        assert len(await service.published(PrincipalChanged)) == 2

    async def test_late_money_counts(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await service.deliver(paid(charge(person), late=True), sequence=3)
        assert (await profile_of(client, person))["paid"]

    async def test_other_purposes_and_unknown_profiles_change_nothing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await service.deliver(paid(charge(person, purpose=ChargePurpose.ENROLLMENT)), sequence=2)
        await service.deliver(paid(charge(person, payer_profile_id=uuid4())), sequence=2)
        assert not (await profile_of(client, person))["paid"]

    async def test_does_not_undo_a_change_made_at_the_same_time(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await asyncio.gather(
            service.deliver(paid(charge(person)), sequence=2),
            client.put("users/me", json={"name_en": "Other Name"}, headers=person.headers),
        )
        last = max(await service.published(ProfileUpdated), key=lambda e: (e.paid, e.name_en))
        assert last.paid
        events = await service.published(ProfileUpdated)
        assert any(event.paid and event.name_en == "Other Name" for event in events)


class TestOrganizationPays:
    """One payment covers all its users."""

    async def _two_users(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> Any:
        """Return two people who signed up as organizations and then act for the same one."""
        first = await verified(client, service, organization_form())
        second = await verified(client, service, organization_form())
        await execute(
            service,
            "UPDATE profiles SET organization_id ="
            " (SELECT organization_id FROM profiles WHERE id = :first) WHERE id = :second",
            first=first.profile_id,
            second=second.profile_id,
        )
        return first, second

    def _charge(self, person: Person) -> Any:
        return charge(person, purpose=ChargePurpose.ORGANIZATION_REGISTRATION)

    async def test_one_user_s_payment_opens_all_their_profiles_and_no_other(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        first, second = await self._two_users(client, service)
        stranger = await verified(client, service, organization_form())
        event = paid(self._charge(first))
        await asyncio.gather(*(service.deliver(event, sequence=2) for _ in range(4)))
        for person, expected in ((first, True), (second, True), (stranger, False)):
            assert (await profile_of(client, person))["paid"] is expected
        events = [event for event in await service.published(ProfileUpdated) if event.paid]
        assert sorted(event.profile_id for event in events) == sorted(
            [first.profile_id, second.profile_id]
        )

    async def test_restated_it_opens_the_profile_of_a_user_who_came_later(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        first, second = await self._two_users(client, service)
        event = paid(self._charge(first))
        await service.deliver(event, sequence=2)
        await execute(
            service, "UPDATE profiles SET paid = false WHERE id = :id", id=second.profile_id
        )
        await service.deliver(event, sequence=2, restated=True)
        assert (await profile_of(client, second))["paid"]

    async def test_a_refund_closes_them_all(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        first, second = await self._two_users(client, service)
        values = self._charge(first)
        await service.deliver(paid(values), sequence=2)
        await service.deliver(refunded(values), sequence=3)
        for person in (first, second):
            assert not (await profile_of(client, person))["paid"]


class TestChargeRefunded:
    async def test_wholly_closes_the_profile_again(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        values = charge(person)
        await service.deliver(paid(values), sequence=2)
        await service.deliver(refunded(values), sequence=3)
        assert not (await profile_of(client, person))["paid"]

    async def test_in_part_leaves_it_open(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        values = charge(person)
        await service.deliver(paid(values), sequence=2)
        await service.deliver(refunded(values, complete=False), sequence=3)
        assert (await profile_of(client, person))["paid"]

    async def test_before_the_payment_it_belongs_to_is_not_overruled_by_it(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        values = charge(person)
        await service.deliver(refunded(values), sequence=3)
        await service.deliver(paid(values), sequence=2)
        assert not (await profile_of(client, person))["paid"]

    async def test_one_of_two_payments_leaves_it_open(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        one, two = charge(person), charge(person)
        await service.deliver(paid(one), sequence=2)
        await service.deliver(paid(two), sequence=2)
        await service.deliver(refunded(one), sequence=3)
        assert (await profile_of(client, person))["paid"]


def decision(kind: Any, content_type: ContentType, content_id: UUID, submission: int = 1) -> Any:
    return kind(
        request_id=uuid4(),
        content_type=content_type,
        content_id=content_id,
        submission=submission,
        decided_by=uuid4(),
        comment=None,
    )


class TestOrganizationDecided:
    @pytest.mark.parametrize(
        ("kind", "status"),
        [
            (RequestApproved, "approved"),
            (RequestRejected, "rejected"),
            (RequestReturned, "returned"),
        ],
    )
    async def test_sets_the_status_of_the_organization_and_its_profile(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        kind: Any,
        status: str,
    ) -> None:
        person = await a_submitted_organization(client, service)
        organization = UUID(person.user["profiles"][0]["organization_id"])
        await service.deliver(decision(kind, ContentType.ORGANIZATION, organization))
        assert (await profile_of(client, person))["approval"] == {"status": status, "comment": None}
        assert (await service.published(OrganizationUpdated))[-1].status == status
        assert (await service.published(ProfileUpdated))[-1].approval_status == status
        assert (await service.published(PrincipalChanged))[-1].principal_version == 3

    async def test_an_older_submission_or_a_second_decision_changes_nothing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await a_submitted_organization(client, service)
        organization = UUID(person.user["profiles"][0]["organization_id"])
        await execute(service, "UPDATE organizations SET submission = 2")
        await service.deliver(decision(RequestRejected, ContentType.ORGANIZATION, organization, 1))
        assert (await profile_of(client, person))["approval"]["status"] == "submitted"
        await service.deliver(decision(RequestApproved, ContentType.ORGANIZATION, organization, 2))
        await service.deliver(decision(RequestRejected, ContentType.ORGANIZATION, organization, 2))
        assert (await profile_of(client, person))["approval"]["status"] == "approved"

    async def test_other_organizations_and_other_content_stay(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await a_submitted_organization(client, service)
        organization = UUID(person.user["profiles"][0]["organization_id"])
        await service.deliver(decision(RequestApproved, ContentType.ORGANIZATION, uuid4()))
        await service.deliver(decision(RequestApproved, ContentType.ANNOUNCEMENT, organization))
        assert (await profile_of(client, person))["approval"]["status"] == "submitted"


class TestStaffDecided:
    async def staff(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        status: str = "submitted",
        submission: int = 1,
    ) -> Person:
        person = await signed_up(client)
        await execute(
            service,
            "UPDATE profiles SET type = 'staff', approval_status = :status, submission = :number",
            status=status,
            number=submission,
        )
        return person

    async def test_opens_the_profile(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await self.staff(client, service)
        await service.deliver(decision(RequestApproved, ContentType.STAFF, person.profile_id))
        assert (await profile_of(client, person))["approval"]["status"] == "approved"

    async def test_only_the_waiting_submission_counts(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await self.staff(client, service, submission=2)
        await service.deliver(decision(RequestApproved, ContentType.STAFF, person.profile_id, 1))
        assert (await profile_of(client, person))["approval"]["status"] == "submitted"
        await service.deliver(decision(RequestReturned, ContentType.STAFF, person.profile_id, 2))
        await service.deliver(decision(RequestApproved, ContentType.STAFF, person.profile_id, 2))
        assert (await profile_of(client, person))["approval"]["status"] == "returned"

    async def test_a_profile_that_is_no_staff_stays(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await service.deliver(decision(RequestRejected, ContentType.STAFF, person.profile_id, 0))
        await service.deliver(decision(RequestRejected, ContentType.STAFF, uuid4(), 1))
        assert (await profile_of(client, person))["approval"]["status"] == "approved"


class TestRepublish:
    async def test_gives_the_state_of_everything_with_its_version(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await signed_up(client)
        await signed_up(client, organization_form())
        async with service.database.transaction() as session:
            events = [pair async for pair in republish(session)]
        kinds = [type(event) for event, _ in events]
        assert kinds.count(ProfileUpdated) == 2
        assert kinds.count(OrganizationUpdated) == 1
        assert kinds.count(OrganizationSubmitted) == 0
        assert all(version == 1 for _, version in events)
        published = await service.published(ProfileUpdated)
        assert [event for event, _ in events if isinstance(event, ProfileUpdated)] == published

    async def test_gives_what_waits_as_it_was_submitted(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await a_submitted_organization(client, service)
        await execute(service, "UPDATE organizations SET website = 'https://another.example/'")
        async with service.database.transaction() as session:
            events = [event async for event, _ in republish(session)]
        again = [event for event in events if isinstance(event, OrganizationSubmitted)]
        assert again == await service.published(OrganizationSubmitted)
        assert again[0].snapshot.fields
