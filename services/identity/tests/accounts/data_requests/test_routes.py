import asyncio
import io
import json
import zipfile
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx
from contracts.identity import DataReady, DataRequested
from contracts.personal_data import COLLECTED, DataCollected, PaymentsDataCollected
from identity.accounts.data_requests.service import pack_next
from identity.config import Settings
from identity.organizations.documents.models import DocumentKind, HolderType, ProfileDocument
from kit.documents.media import MediaStore
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    Person,
    execute,
    new_browser,
    picture,
    scalar,
    verified,
)

Service = ServiceUnderTest[Settings]
PLACE = "users/me/data-requests"


async def ask(client: httpx.AsyncClient, person: Person) -> httpx.Response:
    return await client.post(PLACE, headers=person.headers)


async def newest(client: httpx.AsyncClient, person: Person) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(PLACE, headers=person.headers)).json()[0]
    return found


async def answer(
    service: Service, request_id: UUID | str, *kinds: type[DataCollected], **changes: Any
) -> None:
    """Answer for services, with one payment each that identifies them."""
    for kind in kinds:
        values = {"part": 1, "parts": 1, "rows": {"notes": [{"of": kind.type}]}} | changes
        await service.deliver(kind(request_id=UUID(str(request_id)), **values))


async def pack(service: Service) -> int:
    media = MediaStore(service.database, service.context.files)
    return await pack_next(service.database, media, service.settings)


async def test_all_of_it_comes_in_one_archive(client: httpx.AsyncClient, service: Service) -> None:
    person = await verified(client, service)
    place = f"profiles/{person.profile_id}/image"
    person.use(await client.put(place, files={"file": picture()}, headers=person.headers))
    made = await ask(client, person)
    assert made.status_code == 201, made.text
    assert (made.json()["answered"], made.json()["services"]) == (1, 6)
    (event,) = await service.published(DataRequested)
    assert (event.user_id, event.profile_ids) == (person.id, (person.profile_id,))
    others = sorted(COLLECTED - {PaymentsDataCollected}, key=lambda kind: kind.type)
    await answer(service, event.request_id, *others, *others)
    first = {"part": 1, "parts": 2}
    await answer(service, event.request_id, PaymentsDataCollected, **first)
    assert await pack(service) == 0
    assert (await newest(client, person))["answered"] == 5
    await answer(service, event.request_id, PaymentsDataCollected, part=2, parts=2)
    assert await pack(service) == 1
    assert await pack(service) == 0
    ready = await newest(client, person)
    assert (ready["status"], ready["answered"]) == ("ready", 6)
    (notice,) = await service.published(DataReady)
    assert notice.user_id == person.id
    file = await client.get(f"{PLACE}/{ready['id']}/file", headers=person.headers)
    assert file.headers["cache-control"] == "no-store"
    assert file.headers["content-disposition"].startswith("attachment")
    with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
        names = set(archive.namelist())
        own = json.loads(archive.read("identity.json"))
        page = archive.read("my-data.html").decode()
        paid = json.loads(archive.read("payments.json"))
    assert {"README.txt", "catalog.json", "files/Picture Candidate.webp"} <= names
    assert not any(str(person.profile_id) in name for name in names)
    assert own["account"][0]["email"] == person.user["email"]
    assert person.user["email"] in page
    assert str(person.id) not in page
    assert len(paid["notes"]) == 2
    assert "password_hash" not in own["account"][0]
    assert await scalar(service, "SELECT count(*) FROM data_parts") == 0


async def test_documents_are_named_by_their_kind_and_day(
    client: httpx.AsyncClient, service: Service
) -> None:
    person = await verified(client, service)
    key = "documents/token/scan.pdf"
    await MediaStore(service.database, service.context.files).store({key: b"x"}, "application/pdf")
    async with service.database.transaction() as session:
        kind = DocumentKind(
            profile_type=HolderType.STAFF, name_en="Work permit", name_ar="رخصة عمل",
            required=False, accepts=["pdf"], max_bytes=1, expires=False,
        )  # fmt: skip
        session.add(kind)
        await session.flush()
        handed_in = datetime(2026, 11, 21, 22, tzinfo=UTC)
        session.add(
            ProfileDocument(
                owner_id=person.profile_id,
                kind_id=kind.id,
                key=key,
                media_type="application/pdf",
                size=1,
                uploaded_by=person.id,
                created_at=handed_in,
            )
        )
    await execute(service, "UPDATE users SET locale = 'ar' WHERE id = :id", id=person.id)
    request_id = (await ask(client, person)).json()["id"]
    await answer(service, request_id, *COLLECTED)
    assert await pack(service) == 1
    file = await client.get(f"{PLACE}/{request_id}/file", headers=person.headers)
    with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
        assert archive.read("files/رخصة عمل 2026-11-22.pdf") == b"x"


async def test_one_is_collected_at_a_time(client: httpx.AsyncClient, service: Service) -> None:
    person = await verified(client, service)
    answers = await asyncio.gather(ask(client, person), ask(client, person))
    assert sorted(each.status_code for each in answers) == [201, 409]
    (refused,) = [each for each in answers if each.is_error]
    assert refused.json()["code"] == "data_request.in_progress"


async def test_it_is_nobody_else_s_and_ends_after_a_week(
    client: httpx.AsyncClient, service: Service
) -> None:
    person, other = await verified(client, service), await verified(client, service)
    request_id = (await ask(client, person)).json()["id"]
    place = f"{PLACE}/{request_id}/file"
    assert (await client.get(place, headers=person.headers)).status_code == 404
    await answer(service, request_id, *COLLECTED)
    assert await pack(service) == 1
    refused = await client.get(place, headers=other.headers)
    assert (refused.status_code, refused.json()["code"]) == (404, "data_file.not_found")
    async with new_browser(service) as stranger:
        assert (await stranger.get(place)).status_code == 401
    assert (await client.get(place, headers=person.headers)).status_code == 200
    await execute(service, "UPDATE data_requests SET expires_at = now()")
    assert (await client.get(place, headers=person.headers)).status_code == 404
    assert await service.sweep("expire_data_requests") == 1
    assert (await newest(client, person))["status"] == "expired"
    assert await scalar(service, "SELECT count(*) FROM discarded_files WHERE key LIKE 'data/%'")
    assert (await ask(client, person)).status_code == 201


async def test_an_answer_that_comes_too_late_changes_nothing(
    client: httpx.AsyncClient, service: Service
) -> None:
    person = await verified(client, service)
    request_id = (await ask(client, person)).json()["id"]
    await execute(service, "UPDATE data_requests SET expires_at = now()")
    assert await service.sweep("expire_data_requests") == 1
    await answer(service, request_id, *COLLECTED)
    assert (await newest(client, person))["status"] == "failed"
    assert await scalar(service, "SELECT count(*) FROM data_parts") == 0
