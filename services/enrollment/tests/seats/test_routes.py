import httpx
from contracts.enrollment import SeatsChanged
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.enrollment.tests.factories import candidate, enrolled, make_batch, seats_of, status_of


class TestReadSeats:
    async def test_are_public(self, service: ServiceUnderTest, client: httpx.AsyncClient) -> None:
        batch = await make_batch(service, capacity=1)
        await enrolled(client, candidate(), batch)
        await enrolled(client, candidate(), batch, wait=True)
        answer = await client.get(f"seats/{batch.batch_id}")
        assert answer.json() == {
            "batch_id": str(batch.batch_id),
            "capacity": 1,
            "taken": 1,
            "left": 0,
            "waiting": 1,
        }

    async def test_of_a_draft_or_an_unheard_of_batch_are_a_404(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        draft = await make_batch(service, status="draft")
        for batch_id in (draft.batch_id, new_id()):
            answer = await client.get(f"seats/{batch_id}")
            assert answer.status_code == 404
            assert answer.json()["code"] == "batch.not_found"


class TestCapacity:
    async def test_lowered_below_what_is_taken_keeps_everybody_and_leaves_none(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service, capacity=3), candidate()
        mine = await enrolled(client, person, batch)
        others = [await enrolled(client, candidate(), batch) for _ in range(2)]
        await service.deliver(batch.model_copy(update={"capacity": 1}), sequence=2)
        seats = (await client.get(f"seats/{batch.batch_id}")).json()
        assert (seats["capacity"], seats["taken"], seats["left"]) == (1, 3, 0)
        assert await status_of(service, others[0]) == "pending_payment"
        await service.sweep("publish_seats")
        (event,) = await service.published(SeatsChanged)
        assert (event.capacity, event.taken) == (1, 3)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        # A released seat above the capacity becomes no free seat.
        await client.post(f"enrollments/{mine['id']}/cancel", headers=person.headers)
        assert await status_of(service, waiting) == "waitlisted"
        assert await seats_of(service, batch) == (1, 2, 1)

    async def test_raised_goes_to_those_who_wait(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1)
        await enrolled(client, candidate(), batch)
        waiting = [await enrolled(client, candidate(), batch, wait=True) for _ in range(3)]
        await service.deliver(batch.model_copy(update={"capacity": 3}), sequence=2)
        statuses = [await status_of(service, enrollment) for enrollment in waiting]
        assert statuses == ["pending_payment", "pending_payment", "waitlisted"]
        assert await seats_of(service, batch) == (3, 3, 1)
