"""A batch's trainer is a profile, assigned by the organization, who sees their own batches."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from uuid import UUID

import httpx
from catalog.batches.models import Batch
from catalog.replicas.models import Trainer
from contracts import ProfileType
from contracts.catalog import BatchStatus
from contracts.identity import ProfileUpdated
from contracts.testing import event
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, ServiceUnderTest, actor

from services.catalog.tests.factories import batch_json, make_batch, make_training

Queries = Callable[[], AbstractContextManager[list[str]]]


def profile(organization_id: UUID, **changes: object) -> ProfileUpdated:
    kind = {"profile_type": ProfileType.TRAINER, "organization_id": organization_id}
    return event(ProfileUpdated, **kind | changes)


async def a_trainer(
    service: ServiceUnderTest, organization_id: UUID, **changes: object
) -> tuple[ProfileUpdated, Actor]:
    """Create a trainer of the organization; return identity's event and the caller."""
    person = actor("trainer", organization_id=organization_id)
    published = profile(organization_id, profile_id=person.profile_id, **changes)
    await service.deliver(published)
    return published, person


class TestTrainerOfABatch:
    async def test_is_one_of_the_organization(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        own, _ = await a_trainer(service, organization_id)
        other, _ = await a_trainer(service, new_id())
        gone, _ = await a_trainer(service, organization_id, active=False)
        body = batch_json(training_id=str(training.id), trainer_id=str(own.profile_id))
        answer = await client.post("batches", json=body, headers=owner.headers)
        assert answer.status_code == 201, answer.text
        batch = answer.json()
        assert (batch["trainer_id"], batch["trainer_ar"]) == (str(own.profile_id), own.name_ar)
        del body["training_id"]
        for refused in (other.profile_id, gone.profile_id, new_id()):
            changed = body | {"trainer_id": str(refused), "version": batch["version"]}
            address = f"batches/{batch['id']}"
            answer = await client.put(address, json=changed, headers=owner.headers)
            assert answer.json()["fields"][0]["code"] == "trainer.not_found"
        free = body | {"trainer_id": None, "version": batch["version"]}
        answer = await client.put(address, json=free, headers=owner.headers)
        assert (answer.json()["trainer_id"], answer.json()["trainer_en"]) == (None, "")
        found = await client.get("batches/trainers?search=sara", headers=owner.headers)
        assert [each["id"] for each in found.json()["data"]] == [str(own.profile_id)]

    async def test_is_shown_by_the_present_name_and_names_of_before_stay(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        own, _ = await a_trainer(service, organization_id)
        given = await make_batch(
            session, training, trainer_id=own.profile_id, trainer_en=own.name_en, trainer_ar="سارة"
        )
        old = await make_batch(session, training, trainer_en="Omar", trainer_ar="عمر")
        assert (await client.get(f"batches/{given.id}")).json()["trainer_en"] == own.name_en
        renamed = own.model_copy(update={"name_en": "Sara Noor"})
        await service.deliver(renamed, sequence=2)
        await service.deliver(own, sequence=1)
        assert (await client.get(f"batches/{given.id}")).json()["trainer_en"] == "Sara Noor"
        body = batch_json(code=old.code, version=old.version)
        answer = await client.put(f"batches/{old.id}", json=body, headers=owner.headers)
        assert (answer.json()["trainer_en"], answer.json()["trainer_id"]) == ("Omar", None)

    async def test_of_candidates_nothing_is_kept(
        self, service: ServiceUnderTest, session: AsyncSession, organization_id: UUID
    ) -> None:
        candidate = event(ProfileUpdated, organization_id=organization_id)
        await service.deliver(candidate)
        assert await session.get(Trainer, candidate.profile_id) is None


class TestMine:
    async def test_are_the_batches_and_sessions_that_the_trainer_gives(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        session: AsyncSession,
        organization_id: UUID,
        queries: Queries,
    ) -> None:
        training = await make_training(session, organization_id)
        own, me = await a_trainer(service, organization_id)
        colleague, _ = await a_trainer(service, organization_id)

        async def batch(starts_in: float, **changes: object) -> Batch:
            values = {"trainer_id": own.profile_id} | changes
            return await make_batch(session, training, starts_in=starts_in, **values)

        later, soon = await batch(9), await batch(3)
        over = await batch(-5)
        cancelled = await batch(4, status=BatchStatus.CANCELLED)
        draft = await batch(5, status=BatchStatus.DRAFT)
        others = await batch(6, trainer_id=colleague.profile_id)

        async def ids(path: str) -> list[str]:
            with queries() as made:
                answer = await client.get(path, headers=me.headers)
            assert answer.status_code == 200, answer.text
            assert len(made) == 2
            return [row.get("batch_id") or row["id"] for row in answer.json()["data"]]

        every = [str(b.id) for b in (over, soon, cancelled, later)]
        assert await ids("batches/mine?sort=starts_at") == every
        assert await ids("batches/mine?over=true") == [str(over.id)]
        assert await ids("batches/mine?status=cancelled") == [str(cancelled.id)]
        assert await ids("batches/mine/sessions") == [str(soon.id), str(later.id)]
        one = await client.get(f"batches/mine/{soon.id}", headers=me.headers)
        assert [each["title_en"] for each in one.json()["sessions"]] == ["Day 1"]
        for hidden in (draft, others):
            answer = await client.get(f"batches/mine/{hidden.id}", headers=me.headers)
            assert answer.status_code == 404
