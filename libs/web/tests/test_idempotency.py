"""Requests with the same `Idempotency-Key` have one effect, after any failure."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Annotated, Any
from uuid import UUID

import httpx
import pytest
import sqlalchemy as sa
from contracts import ProfileType
from fastapi import APIRouter, Form, Request, Response, UploadFile
from kit.core.config import Environment, KitSettings
from kit.core.errors import Conflict
from kit.database.db import AsyncSession, DatabaseDep, Session, new_id
from kit.database.raw import compile_statement
from kit.security.auth import AnyUser, guard
from kit.testing import ServiceUnderTest, actor, fresh_database, running
from kit.web import idempotency
from kit.web.app import Service
from pydantic import BaseModel
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

KEY = {"Idempotency-Key": "0198f1c2-7d40-7000-8000-000000000001"}


class Base(SQLModel, registry=registry()):
    """The tables of this file."""


class Parcel(Base, table=True):
    __tablename__ = "parcels"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    label: str


INSERT = compile_statement(
    sa.insert(Base.metadata.tables["parcels"]).values(
        id=sa.bindparam("id"), label=sa.bindparam("label")
    )
)


class ParcelCreate(BaseModel):
    label: str


class Ticket(BaseModel):
    access_token: str


class Full(Conflict):
    code = "parcel.full"


router = APIRouter()
entered, leave = asyncio.Event(), asyncio.Event()
failures: list[Exception] = []


@router.post("/parcels", status_code=201)
async def create_parcel(body: ParcelCreate, session: Session) -> Parcel:
    parcel = Parcel(label=body.label)
    session.add(parcel)
    await session.flush()
    if body.label == "slow":
        entered.set()
        await leave.wait()
    if failures:
        raise failures.pop()
    return parcel


@router.post("/own-parcels")
async def create_own_parcel(body: ParcelCreate, actor: AnyUser, session: Session) -> Parcel:
    return await create_parcel(body, session)


@router.post("/guarded-parcels", dependencies=[guard()])
async def create_guarded_parcel(body: ParcelCreate, session: Session) -> Parcel:
    return await create_parcel(body, session)


@router.post("/parcels/raw")
async def create_raw_parcel(body: ParcelCreate, database: DatabaseDep) -> str:
    async with database.raw_connection() as connection:
        await INSERT.fetch_row(connection, id=new_id(), label=body.label)
        if body.label == "early" and failures:
            raise failures.pop()
    if failures:
        raise failures.pop()
    return body.label


@router.post("/parcels/apart")
async def create_parcel_apart(body: ParcelCreate, database: DatabaseDep) -> Parcel:
    if body.label == "early" and failures:
        raise failures.pop()
    async with database.transaction() as session:
        await session.execute(sa.select(1))
    async with database.transaction() as session:
        parcel = Parcel(label=body.label)
        session.add(parcel)
    if failures:
        raise failures.pop()
    return parcel


@router.post("/parcels/silent", status_code=204)
async def create_silent_parcel(body: ParcelCreate, database: DatabaseDep) -> None:
    await create_parcel_apart(body, database)


@router.post("/parcels/read")
async def create_read_parcel(request: Request, body: ParcelCreate, session: Session) -> Parcel:
    assert body.label.encode() in await request.body()
    return await create_parcel(body, session)


@router.post("/tickets")
async def create_ticket(body: ParcelCreate, session: Session) -> Ticket:
    session.add(Parcel(label=body.label))
    return Ticket(access_token=f"secret of {body.label}")


@router.post("/cookies", status_code=204)
async def create_cookie(session: Session, response: Response) -> None:
    session.add(Parcel(label="cookie"))
    response.set_cookie("session", "secret")


@router.post("/pictures")
async def add_picture(file: UploadFile, title: Annotated[str, Form()], session: Session) -> str:
    session.add(Parcel(label=f"{title} {len(await file.read())}"))
    return title


SERVICE = Service(name="kit", settings=KitSettings, metadata=Base.metadata, routers=[router])


@pytest.fixture(scope="module")
async def service(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServiceUnderTest]:
    async with fresh_database(postgres_url, "idempotency") as url:
        settings = KitSettings(
            env=Environment.TEST,
            database_url=url,
            files_url=f"file://{tmp_path_factory.mktemp('files')}",
        )
        async with running(SERVICE, settings) as under_test:
            async with under_test.database.engine.begin() as connection:
                await connection.run_sync(Base.metadata.create_all)
                await connection.run_sync(idempotency.metadata.create_all)
            yield under_test


@pytest.fixture
async def client(service: ServiceUnderTest) -> AsyncIterator[httpx.AsyncClient]:
    await service.empty()
    failures.clear()
    transport = httpx.ASGITransport(app=service.app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test/api/v1") as client:
        yield client


async def rows(service: ServiceUnderTest, query: str) -> list[Any]:
    async with service.database.engine.connect() as connection:
        return list(await connection.execute(sa.text(query)))


async def labels(service: ServiceUnderTest) -> list[str]:
    return [row.label for row in await rows(service, "SELECT label FROM parcels ORDER BY label")]


async def post(
    client: httpx.AsyncClient, path: str = "parcels", label: str = "box", **options: Any
) -> httpx.Response:
    return await client.post(path, json={"label": label}, headers=KEY, **options)


@pytest.mark.parametrize("path", ["parcels", "parcels/apart", "parcels/raw", "parcels/read"])
async def test_a_repetition_has_the_first_answer_and_no_second_effect(
    service: ServiceUnderTest, client: httpx.AsyncClient, path: str
) -> None:
    first, second = await post(client, path), await post(client, path)
    assert second.json() == first.json()
    assert second.status_code == first.status_code == (201 if path == "parcels" else 200)
    assert await labels(service) == ["box"]


@pytest.mark.parametrize("path", ["parcels", "parcels/apart", "parcels/raw", "parcels/read"])
async def test_without_a_key_each_request_has_its_effect(
    service: ServiceUnderTest, client: httpx.AsyncClient, path: str
) -> None:
    for _ in range(2):
        await client.post(path, json={"label": "box"})
    assert await labels(service) == ["box", "box"]


@pytest.mark.parametrize("path", ["parcels", "parcels/apart"])
async def test_another_body_is_refused(
    service: ServiceUnderTest, client: httpx.AsyncClient, path: str
) -> None:
    await post(client, path)
    answer = await post(client, path, "bag")
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key.reused")
    assert await labels(service) == ["box"]


@pytest.mark.parametrize("path", ["own-parcels", "guarded-parcels"])
async def test_a_key_counts_for_one_caller_and_route(
    service: ServiceUnderTest, client: httpx.AsyncClient, path: str
) -> None:
    people = [actor(ProfileType.CANDIDATE), actor(ProfileType.CANDIDATE)]
    for person in people:
        body = {"label": "own"}
        answer = await client.post(path, json=body, headers=KEY | person.headers)
        assert answer.status_code == 200, answer.text
    await post(client, label="own")
    assert await labels(service) == ["own"] * 3


async def test_a_request_under_way_is_a_409_with_a_time(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    for event in (entered, leave):
        event.clear()
    first = asyncio.create_task(post(client, label="slow"))
    await entered.wait()
    second = await post(client, label="slow")
    assert (second.status_code, second.json()["code"]) == (409, "request.in_progress")
    assert int(second.headers["retry-after"]) > 0
    leave.set()
    assert (await first).status_code == 201
    assert (await post(client, label="slow")).status_code == 201
    assert await labels(service) == ["slow"]


@pytest.mark.parametrize("failure", [Full(), RuntimeError("the process died")])
async def test_what_failed_is_tried_again(
    service: ServiceUnderTest, client: httpx.AsyncClient, failure: Exception
) -> None:
    failures.append(failure)
    assert (await post(client)).status_code >= 409
    assert await rows(service, "SELECT id FROM idempotency_keys") == []
    assert (await post(client)).status_code == 201
    assert await labels(service) == ["box"]


async def test_a_commit_that_fails_keeps_neither_key_nor_effect(
    service: ServiceUnderTest, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:

        async def die(session: AsyncSession) -> None:
            raise ConnectionError("the process died")

        patch.setattr(AsyncSession, "commit", die)
        assert (await post(client)).status_code >= 500
    assert await rows(service, "SELECT id FROM idempotency_keys") == []
    assert (await post(client)).status_code == 201
    assert await labels(service) == ["box"]


async def test_what_answers_nothing_is_answered_again_after_a_death(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    failures.append(RuntimeError("the process died"))
    assert (await post(client, "parcels/silent")).status_code == 500
    assert (await post(client, "parcels/silent")).status_code == 204
    assert await labels(service) == ["box"]


@pytest.mark.parametrize("path", ["parcels/apart", "parcels/raw"])
class TestTransactionsOfItsOwn:
    async def test_a_death_after_the_effect_does_not_repeat_it(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, path: str
    ) -> None:
        failures.append(RuntimeError("the process died"))
        await post(client, path)
        again = await post(client, path)
        assert (again.status_code, again.json()["code"]) == (409, "request.already_done")
        assert await labels(service) == ["box"]

    async def test_a_death_before_the_effect_is_repaired_after_the_lease(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, path: str
    ) -> None:
        failures.append(RuntimeError("the process died"))
        await post(client, path, "early")
        assert (await post(client, path, "early")).json()["code"] == "request.in_progress"
        await age(service, idempotency.LEASE)
        assert (await post(client, path, "early")).status_code == 200
        assert await labels(service) == ["early"]

    async def test_a_refusal_is_judged_again(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, path: str
    ) -> None:
        failures.append(Full())
        assert (await post(client, path, "early")).json()["code"] == "parcel.full"
        assert (await post(client, path, "early")).status_code == 200


@pytest.mark.parametrize("path", ["tickets", "cookies"])
async def test_secrets_are_not_stored(
    service: ServiceUnderTest, client: httpx.AsyncClient, path: str
) -> None:
    assert (await post(client, path)).status_code in {200, 204}
    again = await post(client, path)
    assert (again.status_code, again.json()["code"]) == (409, "request.already_done")
    ((body, status),) = await rows(service, "SELECT body, status FROM idempotency_keys")
    assert (body, status) == (None, None)
    assert len(await labels(service)) == 1


async def test_a_form_is_the_same_with_another_boundary(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    async def upload(content: bytes) -> httpx.Response:
        files = {"file": ("a.png", content)}
        return await client.post("pictures", data={"title": "a"}, files=files, headers=KEY)

    assert [(await upload(b"one")).status_code for _ in range(2)] == [200, 200]
    assert (await upload(b"two")).json()["code"] == "idempotency_key.reused"
    assert await labels(service) == ["a 3"]


async def test_a_key_that_cannot_be_one_is_refused(client: httpx.AsyncClient) -> None:
    headers = {"Idempotency-Key": "short"}
    answer = await client.post("parcels", json={"label": "box"}, headers=headers)
    assert answer.json()["fields"][0]["field"] == "Idempotency-Key"


async def test_keys_are_kept_48_hours(service: ServiceUnderTest, client: httpx.AsyncClient) -> None:
    await post(client)
    for hours, left in ((47, 1), (2, 0)):
        await age(service, timedelta(hours=hours))
        async with service.database.transaction() as session:
            await idempotency.prune_keys(session)
        assert len(await rows(service, "SELECT id FROM idempotency_keys")) == left


async def age(service: ServiceUnderTest, by: timedelta) -> None:
    """Make all keys older."""
    seconds = by.total_seconds() + 1
    async with service.database.transaction() as session:
        await session.execute(
            sa.text(
                "UPDATE idempotency_keys SET created_at = created_at - make_interval(secs => :s),"
                " lease_until = lease_until - make_interval(secs => :s)"
            ),
            {"s": seconds},
        )
