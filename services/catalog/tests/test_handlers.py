"""Catalog consumes events about organizations, trainers and seats."""

from uuid import UUID

import pytest
from catalog.batches.models import Batch
from catalog.handlers import HANDLERS
from catalog.replicas.models import Organization, Trainer
from catalog.republish import republish
from contracts.catalog import BatchUpdated, CatalogueChanged, SettingsUpdated, TrainingUpdated
from contracts.enrollment import SeatsChanged
from contracts.identity import DataRequested, OrganizationUpdated, ProfileUpdated
from contracts.personal_data import CatalogDataCollected
from contracts.profiles import ProfileType
from contracts.testing import event
from kit.database.db import AsyncSession, new_id, utc_now
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, handle_batch
from kit.testing import QueryCounter, ServiceUnderTest
from sqlalchemy import select

from services.catalog.tests.factories import make_batch, make_training


def organization(id_: UUID, name: str) -> OrganizationUpdated:
    return event(OrganizationUpdated, organization_id=id_, name_en=name, name_ar=name)


def seats(batch_id: UUID, *, taken: int) -> SeatsChanged:
    return event(SeatsChanged, batch_id=batch_id, taken=taken)


def meta(subject: UUID, sequence: int) -> Meta:
    return Meta(
        id=new_id(), time=utc_now(), sequence=sequence, source="enrollment", subject=str(subject)
    )


class TestOrganizationUpdated:
    @pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1, 3)])
    async def test_the_newest_state_stays_in_whatever_order_they_come(
        self, service: ServiceUnderTest, session: AsyncSession, order: tuple[int, ...]
    ) -> None:
        id_ = new_id()
        for sequence in order:
            await service.deliver(organization(id_, f"Name {sequence}"), sequence=sequence)
        row = await session.get(Organization, id_)
        assert row and (row.name_en, row.source_version) == ("Name 3", 3)


class TestProfilesUpdated:
    async def test_of_many_the_trainers_are_kept_and_nobody_else_is_looked_at(
        self, service: ServiceUnderTest, session: AsyncSession, queries: QueryCounter
    ) -> None:
        trainer = event(
            ProfileUpdated,
            profile_type=ProfileType.TRAINER,
            organization_id=new_id(),
            name_en="Old",
        )
        newer = trainer.model_copy(update={"name_en": "New"})
        candidates = [(event(ProfileUpdated), 1) for _ in range(30)]
        with queries() as statements:
            await service.deliver_batch(candidates)
        # Only the inbox's statement.
        assert len(statements) == 1
        await service.deliver_batch([*candidates, (newer, 2), (trainer, 1)])
        (row,) = await session.scalars(select(Trainer))
        assert row.name_en == "New"


class TestSeatsChanged:
    @pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 3, 1)])
    async def test_the_newest_count_stays_in_whatever_order_they_come(
        self, service: ServiceUnderTest, session: AsyncSession, order: tuple[int, ...]
    ) -> None:
        batch = await make_batch(session, await make_training(session, new_id()))
        for sequence in order:
            event = seats(batch.id, taken=sequence)
            await service.deliver(event, sequence=sequence)
        row = await session.get(Batch, batch.id, populate_existing=True)
        assert row and (row.seats_taken, row.seats_sequence, row.version) == (3, 3, 1)

    async def test_a_repeated_message_has_no_second_effect(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        batch = await make_batch(session, await make_training(session, new_id()))
        event = seats(batch.id, taken=1)
        message_id = new_id()
        assert await service.deliver(event, sequence=1, message_id=message_id)
        assert not await service.deliver(event, sequence=1, message_id=message_id)
        assert len(await service.published(CatalogueChanged)) == 1

    async def test_a_burst_is_one_change_of_the_catalogue(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        training = await make_training(session, new_id())
        batches = [await make_batch(session, training) for _ in range(2)]
        published = [(batches[0].id, 2), (batches[1].id, 1), (new_id(), 1), (batches[0].id, 3)]
        published += [(batches[0].id, 1), (batches[1].id, 1)]
        events = [(seats(id_, taken=sequence), meta(id_, sequence)) for id_, sequence in published]
        handler = HANDLERS[SeatsChanged]
        assert isinstance(handler, Batched)
        assert len(await handle_batch(service.database, handler, events)) == len(events)
        for batch, newest in zip(batches, (3, 1), strict=True):
            row = await session.get(Batch, batch.id, populate_existing=True)
            assert row and (row.seats_taken, row.seats_sequence) == (newest, newest)
        assert len(await service.published(CatalogueChanged)) == 1

    async def test_an_unknown_batch_is_passed_over(self, service: ServiceUnderTest) -> None:
        event = seats(new_id(), taken=1)
        assert await service.deliver(event)
        assert await service.published(CatalogueChanged) == []


class TestRepublish:
    async def test_publishes_everything_with_its_version(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        training = await make_training(session, new_id(), version=4)
        await make_batch(session, training, version=7)
        async with service.database.transaction() as fresh:
            events = [(type(event), sequence) async for event, sequence in republish(fresh)]
        assert events == [(SettingsUpdated, 1), (TrainingUpdated, 4), (BatchUpdated, 7)]


async def test_there_is_an_answer_of_who_teaches_nothing(service: ServiceUnderTest) -> None:
    asked = DataRequested(request_id=new_id(), user_id=new_id(), profile_ids=(), email="")
    await service.deliver(asked)
    (answer,) = await service.published(CatalogDataCollected)
    assert (answer.parts, answer.rows) == (1, {})


async def test_a_trainer_is_given_out_and_a_late_copy_does_not_bring_the_name_back(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    trainer = event(
        ProfileUpdated,
        profile_type=ProfileType.TRAINER,
        organization_id=new_id(),
        name_en="Huda Amri",
        name_ar="هدى العمري",
    )
    await service.deliver(trainer, sequence=4)
    person = {"user_id": trainer.user_id, "profile_ids": [trainer.profile_id]}
    await service.deliver(DataRequested(request_id=new_id(), email="", **person))
    (answer,) = await service.published(CatalogDataCollected)
    assert [row["name_en"] for row in answer.rows["trainers"]] == ["Huda Amri"]
    erased = trainer.model_copy(update={"name_en": "Erased person", "active": False})
    await service.deliver(erased, sequence=6)
    await service.deliver(trainer, sequence=5)
    kept = await session.get_one(Trainer, trainer.profile_id)
    assert kept.name_en == "Erased person"
