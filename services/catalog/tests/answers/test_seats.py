"""A change of seats invalidates exactly the responses that show, filter or sort by them."""

import time
from collections.abc import Callable, Mapping
from datetime import timedelta

import httpx
import pytest
from catalog.batches.models import Batch
from contracts.enrollment import SeatsChanged
from kit.database.db import AsyncSession, new_id, utc_now
from kit.testing import ServiceUnderTest
from kit.web.cache import ANSWERS, Answer
from sqlalchemy import text

from services.catalog.tests.factories import make_batch, make_training


class World:
    """Trainings with batches that have seats, and a cancelled batch."""

    def __init__(self, client: httpx.AsyncClient, service: ServiceUnderTest) -> None:
        self.client = client
        self.service = service
        self.answers = ANSWERS.of(service.app)
        self.sequence = 1

    async def make(self, session: AsyncSession) -> None:
        organization_id = new_id()
        self.first = await make_training(session, organization_id, title_en="First", title_ar="أ")
        self.second = await make_training(session, organization_id, title_en="Second", title_ar="ب")
        third = await make_training(session, organization_id, title_en="Third", title_ar="ت")
        # Later batches have fewer seats, except the last one.
        self.a = await make_batch(session, self.first, starts_in=5, seats_taken=2)
        self.b = await make_batch(session, self.first, starts_in=6, seats_taken=4)
        self.c = await make_batch(session, self.second, starts_in=7, seats_taken=6)
        self.d = await make_batch(session, self.second, starts_in=8, seats_taken=8)
        self.e = await make_batch(session, third, starts_in=9, seats_taken=5)
        self.called_off = await make_batch(session, self.first, status="cancelled", seats_taken=3)

    async def change(self, batch: Batch, taken: int, waiting: int = 0) -> None:
        """Set enrollment's counts."""
        self.sequence += 1
        counted = SeatsChanged(batch_id=batch.id, capacity=10, taken=taken, waiting=waiting)
        await self.service.deliver(counted, sequence=self.sequence)

    def kept(self, path: str) -> Answer | None:
        return self.answers._answers.get(self._key(path))

    async def get(self, path: str) -> bytes:
        return (await self.client.get(path)).raise_for_status().content

    async def build_uncached(self, path: str) -> bytes:
        """Build the response without the cache."""
        self.answers.clear()
        return await self.get(path)

    def _key(self, path: str) -> str:
        return f"/api/v1/{path}" + ("" if "?" in path else "?")


@pytest.fixture
async def world(
    client: httpx.AsyncClient, service: ServiceUnderTest, session: AsyncSession
) -> World:
    made = World(client, service)
    await made.make(session)
    return made


Path = Callable[[World], str]
Seats = tuple[str, int, int]
"""Batch, its taken seats and its waiting candidates."""

ENDED: Mapping[str, tuple[Path, Seats]] = {
    "a batch": (lambda w: f"batches/{w.a.id}", ("a", 3, 0)),
    "a batch that is full": (lambda w: f"batches/{w.a.id}", ("a", 10, 0)),
    "how many wait": (lambda w: f"batches/{w.a.id}", ("a", 2, 1)),
    "a batch that is called off": (lambda w: f"batches/{w.called_off.id}", ("called_off", 0, 0)),
    "a page with it": (lambda w: "batches?page_size=1", ("a", 3, 0)),
    "a page sorted by free seats": (lambda w: "batches?sort=seats_left&page_size=1", ("a", 9, 0)),
    "a later page sorted by free seats": (
        lambda w: "batches?sort=seats_left&page_size=1&page=2",
        ("d", 3, 0),
    ),
    "a page of those with seats": (lambda w: "batches?seats_left=true&page_size=1", ("d", 10, 0)),
    "a page of those with seats, where nobody waits": (
        lambda w: "batches?seats_left=true&page_size=1&page=2",
        ("a", 2, 1),
    ),
    "how many batches have seats": (lambda w: "batches/facets", ("d", 10, 0)),
    "how many trainings have seats": (lambda w: "trainings/facets", ("e", 10, 0)),
    "the counts beside the filter by seats": (
        lambda w: "batches/facets?seats_left=true",
        ("c", 10, 0),
    ),
    "a training, of its next batch": (lambda w: f"trainings/{w.first.id}", ("a", 3, 0)),
    "a training, of its later batch": (lambda w: f"trainings/{w.first.id}", ("b", 5, 0)),
    "a page of trainings, of a later batch": (lambda w: "trainings?page_size=1", ("b", 5, 0)),
    "a page of trainings with seats, of the next batch": (
        lambda w: "trainings?seats_left=true&page_size=1",
        ("a", 10, 0),
    ),
    "a page of trainings with seats, of how many there are": (
        lambda w: "trainings?seats_left=true&page_size=1",
        ("e", 10, 0),
    ),
    "the head of a batch's page": (
        lambda w: f"web/head?path=/trainings/{w.first.id}/batch/{w.a.id}",
        ("a", 10, 0),
    ),
    "the head of a training's page": (
        lambda w: f"web/head?path=/trainings/{w.first.id}",
        ("b", 10, 0),
    ),
}


@pytest.mark.parametrize("shown", ENDED)
async def test_what_shows_them_is_another_answer(world: World, shown: str) -> None:
    path_of, (name, taken, waiting) = ENDED[shown]
    path = path_of(world)
    before = await world.get(path)
    await world.change(getattr(world, name), taken, waiting)
    after = await world.get(path)
    assert after != before
    assert after == await world.build_uncached(path)


STAYING: Mapping[str, tuple[Path, Seats]] = {
    "another batch": (lambda w: f"batches/{w.b.id}", ("a", 3, 0)),
    "another batch, when one is full": (lambda w: f"batches/{w.b.id}", ("a", 10, 1)),
    "a page without it": (lambda w: "batches?page_size=2&page=2", ("a", 3, 0)),
    "a page without it, when it is full": (lambda w: "batches?page_size=2&page=2", ("a", 10, 0)),
    "another training": (lambda w: f"trainings/{w.second.id}", ("a", 10, 0)),
    "a page of other trainings": (lambda w: "trainings?page_size=1&page=2", ("a", 10, 0)),
    "the head of another batch's page": (
        lambda w: f"web/head?path=/trainings/{w.first.id}/batch/{w.b.id}",
        ("a", 10, 0),
    ),
    "the head of a page without any": (lambda w: "web/head?path=/trainings", ("a", 10, 0)),
}


@pytest.mark.parametrize("shown", STAYING)
async def test_what_shows_none_of_them_stays_and_is_known_to_be_true(
    world: World, shown: str
) -> None:
    path_of, (name, taken, waiting) = STAYING[shown]
    path = path_of(world)
    before = await world.get(path)
    answer = world.kept(path)
    assert answer
    was_true_at = answer.validated_at
    await world.change(getattr(world, name), taken, waiting)
    assert await world.get(path) == before
    assert world.kept(path) is answer
    assert answer.validated_at > was_true_at
    assert before == await world.build_uncached(path)


async def test_what_time_changes_does_so_while_others_seats_change(
    world: World, session: AsyncSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch opens for enrollment within half a minute."""
    clock = time.monotonic()
    monkeypatch.setattr("kit.web.cache.monotonic", lambda: clock)
    monkeypatch.setattr("catalog.batches.seat_changes.queries.monotonic", lambda: clock)
    in_an_hour = utc_now() + timedelta(hours=1)
    later = await make_batch(session, world.second, enrollment_opens_at=in_an_hour)
    path, others = f"batches/{later.id}", "batches?page_size=2&page=2"
    assert (await world.client.get(path)).json()["availability"] == "not_open"
    await world.get(others)
    kept, kept_others = world.kept(path), world.kept(others)
    # Simulates that the hour has passed: no trigger sets `changed_in`.
    await session.execute(text("SET LOCAL session_replication_role = replica"))
    await session.execute(
        text("UPDATE batches SET enrollment_opens_at = now() WHERE id = :id"), {"id": later.id}
    )
    await session.commit()
    for taken in range(3, 9):
        assert world.kept(path) is kept
        assert world.kept(others) is kept_others
        clock += 5.1
        await world.change(world.a, taken)
        await world.get(path)
        await world.get(others)
    assert (await world.client.get(path)).json()["availability"] == "open"
    assert world.kept(others) is not kept_others
