"""Public list of trainings: batch summaries, filters and hidden trainings."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
from catalog.replicas.models import Organization
from catalog.trainings.models import TrainingLevel, TrainingStatus
from contracts import ApprovalStatus
from contracts.catalog import BatchStatus
from kit.database.db import AsyncSession, utc_now
from kit.testing import Actor

from services.catalog.tests.factories import make_batch, make_training


class TestPublicList:
    async def test_sums_up_the_batches_that_one_can_enroll_in(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        training = await make_training(session, organization_id)
        later = await make_batch(session, training, starts_in=20, price_minor=500_00, seats_taken=4)
        soon = await make_batch(session, training, starts_in=5, seats_taken=10)
        await make_batch(session, training, starts_in=-5, price_minor=1)
        await make_batch(session, training, status=BatchStatus.DRAFT, price_minor=1)
        await make_batch(session, training, status=BatchStatus.CANCELLED, price_minor=1)
        (card,) = (await client.get("trainings")).json()["data"]
        assert (card["batches"], card["seats_left"]) == (2, 6)
        assert (card["price_from_minor"], card["price_to_minor"]) == (500_00, 1_000_00)
        assert (card["next_batch"]["id"], card["next_batch"]["seats_left"]) == (str(soon.id), 0)
        (card,) = (await client.get("trainings?seats_left=true")).json()["data"]
        assert (card["batches"], card["next_batch"]["id"]) == (1, str(later.id))

    async def test_leaves_out_what_has_no_matching_batch_only_when_batches_are_filtered(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        await make_training(session, organization_id, code="NONE")
        free = await make_training(session, organization_id, code="FREE")
        await make_batch(session, free, price_minor=0)
        paid = await make_training(session, organization_id, code="PAID")
        await make_batch(session, paid, starts_in=3)

        async def codes(**params: Any) -> list[str]:
            answer = await client.get("trainings", params=params)
            return [training["code"] for training in answer.json()["data"]]

        assert await codes() == ["PAID", "FREE", "NONE"]
        assert await codes(free=True) == ["FREE"]
        assert await codes(free=False) == ["PAID"]
        assert await codes(sort="price") == ["FREE", "PAID", "NONE"]
        assert await codes(level="advanced") == []
        tomorrow = (utc_now() + timedelta(days=1)).date()
        assert await codes(starts_from=tomorrow, starts_to=tomorrow + timedelta(4)) == ["PAID"]

    async def test_hides_what_an_unapproved_organization_gives(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        training = await make_training(session, organization_id)
        batch = await make_batch(session, training)
        organization = await session.get(Organization, organization_id)
        assert organization
        organization.status = ApprovalStatus.RETURNED
        await session.commit()
        assert (await client.get("trainings")).json()["meta"]["total"] == 0
        assert (await client.get("batches")).json()["meta"]["total"] == 0
        assert (await client.get(f"batches/{batch.id}")).status_code == 404
        assert (await client.get(f"trainings/{training.id}")).status_code == 404


class TestFile:
    async def test_has_what_the_list_has_with_the_same_filters_in_two_queries(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        queries: Callable[[], AbstractContextManager[list[str]]],
        owner: Actor,
        stranger: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(
            session, organization_id, code="COLD-1", level=TrainingLevel.ADVANCED
        )
        await make_batch(session, training)
        await make_training(session, organization_id, code="DRY-1", status=TrainingStatus.DRAFT)
        assert stranger.profile and stranger.profile.organization_id
        await make_training(session, stranger.profile.organization_id, code="COLD-2")
        path = "trainings/managed/export?format=csv&search=warehouse&level=advanced"
        with queries() as made:
            file = await client.get(path, headers=owner.headers)
        heading, *rows = file.text.splitlines()
        assert heading.removeprefix("\ufeff").startswith("Code,Title (English),Title (Arabic)")
        assert [row.partition(",")[0] for row in rows] == ["COLD-1"]
        assert "Advanced" in rows[0] and "1000.00" in rows[0]
        assert len(made) == 2
        with queries() as made:
            listed = await client.get("trainings/managed?sort=title_ar", headers=owner.headers)
        assert [row["code"] for row in listed.json()["data"]] == ["COLD-1", "DRY-1"]
        assert len(made) == 2
