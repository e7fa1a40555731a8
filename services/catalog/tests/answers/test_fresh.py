"""No change leaves a stale response, in this worker or another."""

from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

import httpx
import pytest
from catalog.answers.events import publish_catalogue_changed
from catalog.batches.models import BatchMode
from catalog.reference.adapters.places import CityRow, place_id
from catalog.reference.service import load_places
from catalog.trainings.models import TrainingStatus
from contracts import ApprovalStatus
from contracts.catalog import BatchStatus, CatalogueChanged
from contracts.enrollment import SeatsChanged
from contracts.identity import OrganizationUpdated
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, ServiceUnderTest, actor
from kit.web.cache import ANSWERS
from PIL import Image

from services.catalog.tests.factories import (
    batch_json,
    make_batch,
    make_category,
    make_city,
    make_country,
    make_state,
    make_training,
    training_json,
)

NAMES = {"name_en": "New", "name_ar": "جديد"}


class World:
    """A row of every kind, and every response that shows it."""

    def __init__(self, client: httpx.AsyncClient, service: ServiceUnderTest, admin: Actor) -> None:
        self.client = client
        self.service = service
        self.admin = admin

    async def make(self, session: AsyncSession) -> None:
        self.country = await make_country(session)
        self.state = await make_state(session, self.country)
        self.city = await make_city(session, self.country, state_id=self.state.id)
        self.lonely = await make_city(session, self.country, id=place_id("city", "lonely"))
        self.main = await make_category(session)
        self.sub = await make_category(session, parent_id=self.main.id)
        self.empty = await make_category(session)
        self.training = await make_training(session, new_id(), self.sub)
        self.draft = await make_training(
            session, self.training.organization_id, self.sub, status=TrainingStatus.DRAFT
        )
        self.bare = await make_training(session, self.training.organization_id, self.sub)
        here: dict[str, Any] = {"city_id": self.city.id, "mode": BatchMode.IN_PERSON}
        self.batch = await make_batch(session, self.training, **here)
        self.planned = await make_batch(session, self.training, status=BatchStatus.DRAFT)

    async def answers(self) -> dict[str, bytes]:
        """Return all public responses; the dashboard's views are not cached."""
        paths = [
            "web",
            "settings/json",
            *("countries", "states", "cities", "categories", "categories/tree"),
            f"countries/{self.country.id}",
            f"states/{self.state.id}",
            f"cities/{self.city.id}",
            f"categories/{self.sub.id}",
            *("trainings", "batches", "batches?search=jeddah", f"batches?city_id={self.city.id}"),
            f"trainings/{self.training.id}",
            f"batches/{self.batch.id}",
        ]
        return {path: (await self.client.get(path)).content for path in paths}

    async def send(self, method: str, path: str, body: Any = None, **options: Any) -> None:
        answer = await self.client.request(
            method, path, json=body, headers=self.admin.headers, **options
        )
        assert answer.is_success, answer.text

    async def update_organization(self, **changes: Any) -> None:
        values = {
            "organization_id": self.training.organization_id,
            "name_en": "Gulf Logistics Academy",
            "name_ar": "أكاديمية الخليج",
            "email": "a@example.com",
            "image_url": None,
            "status": ApprovalStatus.APPROVED,
        }
        await self.service.deliver(OrganizationUpdated(**values | changes), sequence=2)

    async def load(self) -> None:
        row = CityRow(self.lonely.id, self.country.id, None, "Loaded", "جديد", None, None, 99)
        async with self.service.database.transaction() as session:
            assert await load_places(session, [], [], [row])
            await publish_catalogue_changed(session, "places")

    def place(self) -> dict[str, Any]:
        return {"country_id": str(self.country.id), **NAMES}


def picture() -> dict[str, Any]:
    content = BytesIO()
    Image.new("RGB", (200, 150)).save(content, "PNG")
    return {"file": ("a.png", content.getvalue())}


COUNTRY = {"code": "AE", "alpha3": "ARE", "numeric_code": "784", "name_en": "A", "name_ar": "أ"}
CHANGES: dict[str, Callable[[World], Awaitable[object]]] = {
    "country made": lambda w: w.send("POST", "countries", COUNTRY),
    "country renamed": lambda w: w.send("PUT", f"countries/{w.country.id}", COUNTRY),
    "flag": lambda w: w.send("POST", f"countries/{w.country.id}/flag", files=picture()),
    "state made": lambda w: w.send("POST", "states", w.place()),
    "state renamed": lambda w: w.send("PUT", f"states/{w.state.id}", w.place()),
    "city made": lambda w: w.send("POST", "cities", w.place()),
    "city renamed": lambda w: w.send("PUT", f"cities/{w.city.id}", w.place()),
    "city deleted": lambda w: w.send("DELETE", f"cities/{w.lonely.id}"),
    "places loaded": lambda w: w.load(),
    "category made": lambda w: w.send("POST", "categories", NAMES),
    "category renamed": lambda w: w.send("PUT", f"categories/{w.sub.id}", NAMES),
    "main category renamed": lambda w: w.send("PUT", f"categories/{w.main.id}", NAMES),
    "category deleted": lambda w: w.send("DELETE", f"categories/{w.empty.id}"),
    "settings": lambda w: w.send("POST", "settings", {"general": {"product_name_en": "New"}}),
    "training renamed": lambda w: w.send(
        "PUT",
        f"trainings/{w.training.id}",
        training_json(w.sub.id, title_en="New", version=1),
    ),
    "training published": lambda w: w.send("POST", f"trainings/{w.draft.id}/publish"),
    "training archived": lambda w: w.send("POST", f"trainings/{w.bare.id}/archive"),
    "training's picture": lambda w: w.send(
        "POST", f"trainings/{w.training.id}/image", files=picture()
    ),
    "batch changed": lambda w: w.send(
        "PUT", f"batches/{w.batch.id}", batch_json(version=1, price_minor=0)
    ),
    "batch published": lambda w: w.send("POST", f"batches/{w.planned.id}/publish"),
    "batch cancelled": lambda w: w.send("POST", f"batches/{w.batch.id}/cancel"),
    "seats taken": lambda w: w.service.deliver(
        SeatsChanged(batch_id=w.batch.id, capacity=10, taken=10, waiting=1)
    ),
    "organization renamed": lambda w: w.update_organization(name_en="New"),
    "organization's picture": lambda w: w.update_organization(image_url="/api/v1/media/x"),
    "organization no more approved": lambda w: w.update_organization(
        status=ApprovalStatus.RETURNED
    ),
}


@pytest.mark.parametrize("change", CHANGES)
async def test_is_seen_here_at_once_and_broadcast_to_other_copies(
    client: httpx.AsyncClient,
    service: ServiceUnderTest,
    session: AsyncSession,
    super_admin: Actor,
    change: str,
) -> None:
    world = World(client, service, super_admin)
    await world.make(session)
    before = await world.answers()
    await CHANGES[change](world)
    kept = await world.answers()
    ANSWERS.of(service.app).clear()
    assert kept == await world.answers()
    assert kept != before
    assert await service.published(CatalogueChanged)


async def test_a_new_training_and_batch_are_seen_once_they_are_published(
    client: httpx.AsyncClient, service: ServiceUnderTest, session: AsyncSession
) -> None:
    world = World(client, service, actor("organization"))
    category = await make_category(session)
    organization_id = (await make_training(session, new_id(), category)).organization_id
    world.admin = actor("organization", organization_id=organization_id)
    assert (await client.get("batches")).json()["meta"]["total"] == 0
    await world.send("POST", "trainings", training_json(category.id, code="NEW-1"))
    managed = await client.get("trainings/managed?status=draft", headers=world.admin.headers)
    training_id = managed.json()["data"][0]["id"]
    await world.send("POST", f"trainings/{training_id}/publish")
    assert (await client.get("trainings")).json()["meta"]["total"] == 2
    await world.send("POST", "batches", batch_json(training_id=training_id))
    managed = await client.get("batches/managed", headers=world.admin.headers)
    await world.send("POST", f"batches/{managed.json()['data'][0]['id']}/publish")
    assert (await client.get("batches")).json()["meta"]["total"] == 1
