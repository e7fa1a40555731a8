"""Publishing and archiving trainings, and their pictures."""

from io import BytesIO
from uuid import UUID

import httpx
from catalog.trainings.models import TrainingStatus
from contracts.catalog import BatchStatus
from kit.database.db import AsyncSession
from kit.testing import Actor
from PIL import ExifTags, Image

from services.catalog.tests.factories import make_batch, make_training


class TestPublish:
    async def test_shows_a_draft_and_an_archived_one(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        for status in (TrainingStatus.DRAFT, TrainingStatus.ARCHIVED):
            training = await make_training(session, organization_id, status=status)
            path = f"trainings/{training.id}"
            assert (await client.get(path)).status_code == 404
            answer = await client.post(f"{path}/publish", headers=owner.headers)
            assert (answer.status_code, answer.json()["status"]) == (200, "published")
            assert (await client.get(path)).status_code == 200

    async def test_409_when_it_is_published_already(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        answer = await client.post(f"trainings/{training.id}/publish", headers=owner.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "training.already_published")


class TestArchive:
    async def test_hides_it(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        await make_batch(session, training, starts_in=-30)
        await make_batch(session, training, status=BatchStatus.CANCELLED)
        path = f"trainings/{training.id}"
        assert (await client.get(path)).status_code == 200
        answer = await client.post(f"{path}/archive", headers=owner.headers)
        assert (answer.status_code, answer.json()["status"]) == (200, "archived")
        assert (await client.get(path)).status_code == 404

    async def test_409_with_a_batch_that_is_not_over_or_when_archived(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        busy = await make_training(session, organization_id)
        await make_batch(session, busy)
        gone = await make_training(session, organization_id, status=TrainingStatus.ARCHIVED)
        for training, code in (
            (busy, "training.used_by_batches"),
            (gone, "training.not_published"),
        ):
            answer = await client.post(f"trainings/{training.id}/archive", headers=owner.headers)
            assert (answer.status_code, answer.json()["code"]) == (409, code)

    async def test_takes_a_draft_out_of_the_way(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        draft = await make_training(session, organization_id, status=TrainingStatus.DRAFT)
        answer = await client.post(f"trainings/{draft.id}/archive", headers=owner.headers)
        assert (answer.status_code, answer.json()["status"]) == (200, "archived")


class TestImage:
    async def test_is_shown_with_the_training(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        stranger: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        path = f"trainings/{training.id}/image"
        content = BytesIO()
        Image.new("RGB", (2000, 1000)).save(content, "PNG")
        files = {"file": ("a.png", content.getvalue())}
        assert (await client.post(path, files=files)).status_code == 401
        foreign = await client.post(path, files=files, headers=stranger.headers)
        assert foreign.status_code == 404
        answer = await client.post(path, files=files, headers=owner.headers)
        assert answer.status_code == 200
        url = (await client.get(f"trainings/{training.id}")).json()["image_url"]
        shown = await client.get(f"http://test{url}")
        with Image.open(BytesIO(shown.content)) as image:
            assert (image.format, image.size) == ("WEBP", (640, 320))
        dense = await client.get(f"http://test{url}&density=2")
        with Image.open(BytesIO(dense.content)) as image:
            assert image.size == (1280, 640)

    async def test_is_turned_as_the_camera_was_held(
        self, client: httpx.AsyncClient, session: AsyncSession, owner: Actor, organization_id: UUID
    ) -> None:
        training = await make_training(session, organization_id)
        turn = Image.Exif()
        turn[ExifTags.Base.Orientation] = 6
        content = BytesIO()
        Image.new("RGB", (800, 400)).save(content, "JPEG", exif=turn)
        path = f"trainings/{training.id}/image"
        answer = await client.post(
            path, files={"file": ("a.jpg", content.getvalue())}, headers=owner.headers
        )
        shown = await client.get(f"http://test{answer.json()['image_url']}")
        with Image.open(BytesIO(shown.content)) as image:
            assert image.size == (180, 360)
