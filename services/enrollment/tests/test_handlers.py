"""Late, duplicated and reordered events; and republishing."""

import random
from datetime import timedelta

import httpx
from contracts.catalog import BatchUpdated
from contracts.enrollment import ChargeRequested, EnrollmentChanged, SeatsChanged
from contracts.identity import DataRequested, ErasureCheckRequested, UserErased
from contracts.personal_data import EnrollmentDataCollected, EnrollmentErasureChecked
from contracts.profiles import ProfileType
from enrollment.republish import republish
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.enrollment.tests.factories import (
    batch_updated,
    candidate,
    charge_opened,
    charge_paid,
    enrolled,
    execute,
    make_batch,
    organization_updated,
    paid,
    profile_updated,
    scalar,
    seats_of,
)


class TestBatchUpdated:
    async def test_an_older_event_changes_nothing(self, service: ServiceUnderTest) -> None:
        batch = batch_updated(capacity=20, title_en="Newer")
        await service.deliver(batch, sequence=5)
        older = batch.model_copy(update={"capacity": 5, "title_en": "Older"})
        await service.deliver(older, sequence=4)
        assert await scalar(service, "SELECT title_en FROM batches") == "Newer"
        assert (await seats_of(service, batch))[0] == 20

    async def test_twice_is_once(self, service: ServiceUnderTest) -> None:
        batch = batch_updated()
        for message_id in (None, None, new_id()):
            await service.deliver(batch, sequence=1, message_id=message_id)
        assert await scalar(service, "SELECT count(*) FROM seats") == 1
        assert await scalar(service, "SELECT version FROM seats") == 0

    async def test_a_new_price_is_for_those_who_enroll_later(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, price_minor=1000)
        await enrolled(client, candidate(), batch)
        await service.deliver(batch.model_copy(update={"price_minor": 2000}), sequence=2)
        await enrolled(client, candidate(), batch)
        amounts = [charge.amount_minor for charge in await service.published(ChargeRequested)]
        assert amounts == [1000, 2000]

    async def test_a_status_that_is_not_known_yet_is_kept_and_shown(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        person = candidate()
        await enrolled(client, person, batch)
        newer = BatchUpdated.model_validate(batch.model_dump() | {"status": "postponed"})
        await service.deliver(newer, sequence=2)
        answer = await client.get("enrollments/mine", headers=person.headers)
        (row,) = answer.json()["data"]
        assert row["batch"]["status"] == "postponed"

    async def test_seats_are_counted_on_after_a_change(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        await enrolled(client, candidate(), batch)
        later = batch.starts_at + timedelta(days=1)
        await service.deliver(batch.model_copy(update={"starts_at": later}), sequence=2)
        assert await seats_of(service, batch) == (10, 1, 0)


class TestProfileUpdated:
    async def test_an_older_event_changes_nothing(self, service: ServiceUnderTest) -> None:
        person = candidate()
        await service.deliver(profile_updated(person, name_en="Newer"), sequence=3)
        await service.deliver(profile_updated(person, name_en="Older"), sequence=2)
        assert await scalar(service, "SELECT name_en FROM profiles") == "Newer"

    async def test_only_candidates_and_staff_are_kept(self, service: ServiceUnderTest) -> None:
        for type_ in ProfileType:
            await service.deliver(profile_updated(candidate(), profile_type=type_))
        assert await scalar(service, "SELECT count(*) FROM profiles") == 1
        assert await scalar(service, "SELECT count(*) FROM staff_profiles") == 1


class TestOrganizationUpdated:
    async def test_an_older_event_changes_nothing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        first = await enrolled(client, person, batch)
        assert first["organization"]["name_en"] is None
        await service.deliver(organization_updated(batch, name_en="Newer"), sequence=3)
        await service.deliver(organization_updated(batch, name_en="Older"), sequence=2)
        second = await enrolled(client, candidate(), batch)
        for found in (
            (await client.get(f"enrollments/mine/{first['id']}", headers=person.headers)).json(),
            second,
        ):
            assert found["organization"] == {
                "id": str(batch.organization_id),
                "name_en": "Newer",
                "name_ar": "لوجستيات الخليج",
            }


class TestAnyOrder:
    async def test_three_times_and_shuffled_gives_the_state_of_one_ordered_run(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person, charge_id = await make_batch(service), candidate(), new_id()
        enrollment = await enrolled(client, person, batch)
        events = [
            (batch.model_copy(update={"capacity": 7}), 2),
            (batch.model_copy(update={"capacity": 9, "title_en": "Last"}), 3),
            (profile_updated(person, name_en="First"), 1),
            (profile_updated(person, name_en="Second"), 2),
            (charge_opened(enrollment, charge_id), 1),
            (charge_paid(enrollment, charge_id), 2),
        ]
        messages = [(event, sequence, new_id()) for event, sequence in events] * 3
        random.Random(7).shuffle(messages)
        for event, sequence, message_id in messages:
            await service.deliver(event, sequence=sequence, message_id=message_id)
        body = (
            await client.get(f"enrollments/mine/{enrollment['id']}", headers=person.headers)
        ).json()
        assert (body["status"], body["version"]) == ("confirmed", 2)
        assert body["charge_status"] == "paid"
        assert body["batch"]["title_en"] == "Last"
        assert body["candidate"]["name_en"] == "Second"
        assert await seats_of(service, batch) == (9, 1, 0)
        assert len(await service.published(EnrollmentChanged)) == 2


class TestRepublish:
    async def test_publishes_the_state_with_its_versions(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        await paid(service, client, candidate(), batch)
        pending = await enrolled(client, candidate(), batch)
        await execute(service, "TRUNCATE outbox")
        async with service.database.transaction() as session:
            events = [(event, sequence) async for event, sequence in republish(session)]
        seats = [(f.taken, s) for f, s in events if isinstance(f, SeatsChanged)]
        assert seats == [(2, 2)]
        changed = {f.status: s for f, s in events if isinstance(f, EnrollmentChanged)}
        assert changed == {"confirmed": 2, "pending_payment": 1}
        (owed,) = [f for f, _ in events if isinstance(f, ChargeRequested)]
        assert str(owed.subject_id) == pending["id"]


class TestPersonalData:
    async def test_is_given_out_stands_in_the_way_and_is_erased(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        mine, other, batch = candidate(), candidate(), await make_batch(service)
        for who in (mine, other):
            await service.deliver(profile_updated(who), sequence=5)
            await enrolled(client, who, batch)
        person = {"user_id": mine.user_id, "profile_ids": [mine.profile_id]}
        await service.deliver(DataRequested(request_id=new_id(), email="", **person))
        (answer,) = await service.published(EnrollmentDataCollected)
        assert [row["candidate_user_id"] for row in answer.rows["enrollments"]] == [
            str(mine.user_id)
        ]
        asked = ErasureCheckRequested(erasure_id=new_id(), check=1, **person)
        await service.deliver(asked)
        await execute(
            service,
            "UPDATE enrollments SET status = 'rejected', reason = 'Not this time'"
            " WHERE candidate_user_id = :id",
            id=mine.user_id,
        )
        await service.deliver(asked)
        checked = await service.published(EnrollmentErasureChecked)
        assert [list(each.obstacles) for each in checked] == [["open_enrollment"], []]
        # The erased profile arrives like any change, followed by a stale event.
        await service.deliver(profile_updated(mine, name_en="Erased person"), sequence=9)
        for _ in range(2):
            await service.deliver(UserErased(email="", **person))
        await service.deliver(profile_updated(mine), sequence=8)
        name = "SELECT name_en FROM profiles WHERE user_id = :id"
        assert await scalar(service, name, id=mine.user_id) == "Erased person"
        kept = "SELECT count(*) FROM enrollments WHERE reason IS NULL"
        assert await scalar(service, kept) == 2
