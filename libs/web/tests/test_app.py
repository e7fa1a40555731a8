"""The parts that every service's app has, on a small service with a real database."""

import io
import json
import logging
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any
from uuid import UUID

import httpx
import pytest
from contracts import ProfileType
from contracts.identity import OrganizationUpdated
from contracts.testing import event
from fastapi import APIRouter, FastAPI, Form
from kit.core.config import Environment, KitSettings
from kit.core.errors import MAX_FIELDS, Conflict, Overloaded, install, problems
from kit.database.db import Session, new_id
from kit.database.pages import ListQuery, Page, Paging
from kit.domain.fields import Day, Moment
from kit.messaging.envelope import encode
from kit.security.auth import AnyUser, Principal, guard
from kit.security.tokens import KeysUnavailable
from kit.telemetry.instrumentation import HttpMetrics, TelemetryMiddleware, configure_logging
from kit.testing import ServiceUnderTest, actor, count_queries, fresh_database, running
from kit.web.app import NotReady, Service
from prometheus_client import CollectorRegistry
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col, select
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send


class Base(SQLModel, registry=registry()):
    """The tables of this file."""


class Crate(Base, table=True):
    __tablename__ = "crates"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    label: str = Field(unique=True)


class CrateCreate(BaseModel):
    label: str = Field(min_length=3)
    notes: list[dict[str, Any]] = []
    packed_at: Moment | None = None


class CrateSealed(Conflict):
    code = "crate.sealed"
    default_detail = "The crate is sealed."


router = APIRouter()


@router.post("/crates", status_code=201, responses=problems(CrateSealed))
async def create_crate(body: CrateCreate, session: Session) -> Crate:
    crate = Crate(label=body.label)
    session.add(crate)
    if body.label == "sealed":
        await session.flush()
        raise CrateSealed
    if body.label == "crash":
        await session.flush()
        raise RuntimeError("a secret inside")
    return crate


@router.post("/crates/announce")
async def announce_crate() -> Any:
    return json.loads(encode(event(OrganizationUpdated), sequence=1)[1])


@router.get("/crates")
async def list_crates(session: Session, page: Paging) -> Page[Crate]:
    query = ListQuery([], [col(Crate.label)], page=page)
    rows, meta = await query.fetch(session, select(Crate), col(Crate.label))
    return Page(data=[row[0] for row in rows], meta=meta)


@router.get("/crates/found/{label}")
async def find_crate(
    label: str, session: Session, shelf: str = "", since: Day | None = None
) -> list[str]:
    found = select(col(Crate.label)).where(col(Crate.label).in_([label, shelf]))
    return list((await session.execute(found)).scalars())


@router.get("/shelves/{number}")
async def read_shelf(number: int) -> int:
    return number


@router.post("/stickers")
async def print_sticker(line: Annotated[str, Form()]) -> str:
    return line


@router.get("/me")
async def read_me(actor: AnyUser) -> UUID:
    return actor.user_id


@router.get("/yard")
async def read_yard(actor: Annotated[Principal, guard(ProfileType.STAFF)]) -> UUID:
    return actor.profile_id


SERVICE = Service(name="kit", settings=KitSettings, metadata=Base.metadata, routers=[router])


@pytest.fixture(scope="module")
async def service(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServiceUnderTest]:
    async with fresh_database(postgres_url, "kit") as url:
        settings = KitSettings(
            env=Environment.TEST,
            database_url=url,
            files_url=f"file://{tmp_path_factory.mktemp('files')}",
        )
        async with running(SERVICE, settings) as under_test:
            async with under_test.database.engine.begin() as connection:
                await connection.run_sync(Base.metadata.create_all)
            yield under_test


@pytest.fixture
async def client(service: ServiceUnderTest) -> AsyncIterator[httpx.AsyncClient]:
    await service.empty()
    transport = httpx.ASGITransport(app=service.app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test/api/v1") as client:
        yield client


async def labels(service: ServiceUnderTest) -> list[str]:
    async with service.database.transaction() as session:
        return [row[0] for row in await session.execute(text("SELECT label FROM crates"))]


class TestCommit:
    async def test_what_was_answered_is_committed(
        self, client: httpx.AsyncClient, service: ServiceUnderTest
    ) -> None:
        answer = await client.post("/crates", json={"label": "tools"})
        assert answer.status_code == 201
        assert await labels(service) == ["tools"]

    async def test_a_commit_that_fails_is_not_answered_as_success(
        self, client: httpx.AsyncClient, service: ServiceUnderTest
    ) -> None:
        async with service.database.transaction() as session:
            await session.execute(
                text(
                    "ALTER TABLE crates ADD CONSTRAINT late UNIQUE (label) DEFERRABLE "
                    "INITIALLY DEFERRED"
                )
            )
            await session.execute(text("ALTER TABLE crates DROP CONSTRAINT crates_label_key"))
        assert (await client.post("/crates", json={"label": "tools"})).status_code == 201
        answer = await client.post("/crates", json={"label": "tools"})
        assert answer.status_code == 500
        assert await labels(service) == ["tools"]

    @pytest.mark.parametrize("label", ["sealed", "crash"])
    async def test_a_problem_changes_nothing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, label: str
    ) -> None:
        answer = await client.post("/crates", json={"label": label})
        assert answer.status_code in (409, 500)
        assert await labels(service) == []


async def test_calls_are_cleaned_before_they_are_read(
    client: httpx.AsyncClient, service: ServiceUnderTest
) -> None:
    answer = await client.post("/crates", json={"label": "\u200ftools\u200b"})
    assert answer.status_code == 201, answer.text
    assert await labels(service) == ["tools"]


class TestProblems:
    async def test_a_problem_has_its_code(self, client: httpx.AsyncClient) -> None:
        answer = await client.post("/crates", json={"label": "sealed"})
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json() == {
            "type": "about:blank",
            "title": "Conflict",
            "status": 409,
            "code": "crate.sealed",
            "detail": "The crate is sealed.",
        }

    async def test_bad_input_names_its_fields(self, client: httpx.AsyncClient) -> None:
        answer = await client.post("/crates", json={"label": "x"})
        assert answer.status_code == 422
        assert answer.json()["code"] == "request.invalid"
        assert [item["field"] for item in answer.json()["fields"]] == ["label"]

    async def test_an_id_that_no_record_can_have_is_not_found(
        self, client: httpx.AsyncClient
    ) -> None:
        answer = await client.get("/shelves/first")
        assert (answer.status_code, answer.json()["code"]) == (404, "resource.not_found")

    @pytest.mark.parametrize(
        "content",
        [
            b'{"label": ',
            b"\xff\xfe",
            b'{"label": "\xff"}',
            b'{"label": ' + b"9" * 5000 + b"}",
            b"[" * 100_000,
        ],
    )
    async def test_a_body_that_cannot_be_read_is_a_422_of_the_body(
        self, client: httpx.AsyncClient, content: bytes
    ) -> None:
        headers = {"content-type": "application/json"}
        answer = await client.post("/crates", content=content, headers=headers)
        assert answer.status_code == 422
        assert [item["field"] for item in answer.json()["fields"]] == ["body"]

    async def test_a_form_that_breaks_off_is_a_422_of_the_body(
        self, client: httpx.AsyncClient
    ) -> None:
        headers = {"content-type": "multipart/form-data"}
        answer = await client.post("/stickers", content=b"--x", headers=headers)
        assert answer.status_code == 422
        assert [item["field"] for item in answer.json()["fields"]] == ["body"]

    async def test_no_more_fields_are_named_than_anybody_reads(
        self, client: httpx.AsyncClient
    ) -> None:
        for wrong in (1, "\x00"):
            body = {"label": "tools", "notes": [{"a": "\x00"}, *[wrong] * 5000]}
            answer = await client.post("/crates", json=body)
            assert answer.status_code == 422
            assert len(answer.json()["fields"]) <= MAX_FIELDS

    async def test_a_crash_reveals_nothing_of_its_inside(self, client: httpx.AsyncClient) -> None:
        answer = await client.post("/crates", json={"label": "crash"})
        assert answer.status_code == 500
        assert "secret" not in answer.text

    async def test_without_its_database_it_says_to_come_again(self, tmp_path: Path) -> None:
        absent = "postgresql://nobody@127.0.0.1:1/nothing"
        settings = KitSettings(
            env=Environment.TEST, database_url=absent, files_url=tmp_path.as_uri()
        )
        async with running(SERVICE, settings) as alone:
            transport = httpx.ASGITransport(app=alone.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                answer = await client.get("/api/v1/crates")
        assert (answer.status_code, answer.json()["code"]) == (503, "service.unavailable")
        assert int(answer.headers["retry-after"]) > 0

    async def test_every_503_says_when_to_come_again(self) -> None:
        app = FastAPI()
        install(app)

        @app.get("/{number}")
        async def fail(number: int) -> None:
            raise (HTTPException(503), NotReady(), KeysUnavailable(), Overloaded())[number]

        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            answers = [await client.get(f"/{number}") for number in range(4)]
        assert [answer.status_code for answer in answers] == [503] * 4
        assert [answer.headers["retry-after"] for answer in answers] == ["5", "5", "5", "2"]

    async def test_a_connection_that_breaks_says_to_come_again(
        self, client: httpx.AsyncClient, service: ServiceUnderTest
    ) -> None:
        others = text(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        async with service.database.transaction() as session:
            await session.execute(text("SELECT 1"))
            # On another connection than the session's, which waits in the pool from then on.
            assert (await client.get("/crates")).status_code == 200
            await session.execute(others)
            broken = await client.get("/crates")
        assert (broken.status_code, broken.json()["code"]) == (503, "service.unavailable")
        assert (await client.get("/crates")).status_code == 200

    async def test_unknown_paths_and_methods_are_problems_too(
        self, client: httpx.AsyncClient
    ) -> None:
        assert (await client.get("/nowhere")).json()["code"] == "resource.not_found"
        assert (await client.put("/crates")).json()["code"] == "request.method_not_allowed"
        assert (await client.get("/crates/")).json()["code"] == "resource.not_found"

    def test_problems_are_declared_in_openapi(self, service: ServiceUnderTest) -> None:
        document = service.app.openapi()
        post = document["paths"]["/api/v1/crates"]["post"]
        assert post["operationId"] == "create_crate"
        assert "crate.sealed" in post["responses"]["409"]["description"]
        assert list(post["responses"]["422"]["content"]) == ["application/problem+json"]

    def test_what_reading_a_token_answers_is_declared(self, service: ServiceUnderTest) -> None:
        responses = service.app.openapi()["paths"]["/api/v1/me"]["get"]["responses"]
        assert list(responses) == ["200", "401", "403", "422"]
        assert list(responses["403"]["content"]) == ["application/problem+json"]


class TestUnstorableText:
    """PostgreSQL stores neither U+0000 nor halves of surrogate pairs."""

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            (b'{"label": "a\\u0000b"}', "label"),
            (b'{"label": "a\\ud800b"}', "label"),
            (b'{"label": "a\xed\xa0\x80b"}', "label"),
            ('{"label": "a\\u0000b"}'.encode("utf-16"), "label"),
            (b'{"label": "tools", "notes": [{}, {"by": ["x", "\\u0000"]}]}', "notes.1.by.1"),
            (b'{"label": "tools", "notes": [{"a\\u0000": 1}]}', "notes.0"),
            (b'{"label": "tools", "\\u0000": 1}', "body"),
        ],
    )
    async def test_in_a_body_is_a_422_of_its_field(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, body: bytes, field: str
    ) -> None:
        headers = {"content-type": "application/json"}
        answer = await client.post("/crates", content=body, headers=headers)
        assert answer.status_code == 422
        assert [item["field"] for item in answer.json()["fields"]] == [field]
        assert await labels(service) == []

    @pytest.mark.parametrize(
        ("path", "field"),
        [
            ("/crates/found/a%00b", "label"),
            ("/crates/found/tools?shelf=%00", "shelf"),
            ("/crates/found/tools?shelf=x&shelf=%00", "shelf"),
        ],
    )
    async def test_in_an_address_is_a_422_of_its_field(
        self, client: httpx.AsyncClient, path: str, field: str
    ) -> None:
        answer = await client.get(path)
        assert answer.status_code == 422
        assert [item["field"] for item in answer.json()["fields"]] == [field]

    async def test_in_a_form_is_a_422_of_its_field(self, client: httpx.AsyncClient) -> None:
        answer = await client.post("/stickers", data={"line": "a\x00"})
        assert answer.status_code == 422
        assert [item["field"] for item in answer.json()["fields"]] == ["line"]

    async def test_all_other_text_passes(
        self, client: httpx.AsyncClient, service: ServiceUnderTest
    ) -> None:
        label = "\\u0000 صندوق 📦\x01\uffff"
        body = json.dumps({"label": label, "notes": [{"😀": "\\ud800"}]})
        assert "\\ud83d" in body
        headers = {"content-type": "application/json"}
        answer = await client.post("/crates", content=body, headers=headers)
        assert answer.status_code == 201
        assert await labels(service) == [label]


class TestNumbers:
    """Beyond 2^53 a browser sees another number than was sent."""

    @pytest.mark.parametrize("written", [str(2**53), f"-{2**53}", "1e16", "-1.5E+300", "9" * 100])
    async def test_beyond_what_json_carries_is_a_422_of_its_field(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, written: str
    ) -> None:
        body = f'{{"label": "tools", "notes": [{{"price_minor": [1, {written}]}}]}}'
        headers = {"content-type": "application/json"}
        answer = await client.post("/crates", content=body, headers=headers)
        assert answer.status_code == 422
        (problem,) = answer.json()["fields"]
        assert (problem["field"], problem["code"]) == ("notes.0.price_minor.1", "number.too_large")
        assert await labels(service) == []

    async def test_up_to_there_pass_and_so_do_digits_in_texts(
        self, client: httpx.AsyncClient
    ) -> None:
        numbers = [2**53 - 1, 1 - 2**53, 1e3, "9" * 30, "1e300"]
        answer = await client.post("/crates", json={"label": "9" * 30, "notes": [{"a": numbers}]})
        assert answer.status_code == 201


class TestTimes:
    @pytest.mark.parametrize(
        "written",
        ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-01-01T00:00:00", "1e300"],
    )
    async def test_a_time_that_cannot_be_stored_is_a_422_of_its_field(
        self, client: httpx.AsyncClient, written: str
    ) -> None:
        answer = await client.post("/crates", json={"label": "tools", "packed_at": written})
        assert answer.status_code == 422
        assert [item["field"] for item in answer.json()["fields"]] == ["packed_at"]
        day = await client.get("/crates/found/tools", params={"since": written[:10]})
        assert day.status_code == (200 if written.startswith("2026") else 422)

    async def test_every_other_one_passes(self, client: httpx.AsyncClient) -> None:
        for number, written in enumerate(("1900-01-01T00:00:00-12:00", "2199-12-31T23:59:59Z")):
            body = {"label": f"tools {number}", "packed_at": written}
            assert (await client.post("/crates", json=body)).status_code == 201


class TestPages:
    async def test_a_page_has_its_rows_and_the_total_in_two_queries(
        self, client: httpx.AsyncClient, service: ServiceUnderTest
    ) -> None:
        for number in range(5):
            await client.post("/crates", json={"label": f"crate {number}"})
        with count_queries(service.database) as statements:
            answer = (await client.get("/crates?page=2&page_size=2")).json()
        assert [row["label"] for row in answer["data"]] == ["crate 2", "crate 3"]
        assert answer["meta"] == {"page": 2, "page_size": 2, "total": 5, "capped": False}
        assert len(statements) == 2

    @pytest.mark.parametrize("query", ["page=0", "page_size=501", "page=x"])
    async def test_pages_that_cannot_be_are_422(
        self, client: httpx.AsyncClient, query: str
    ) -> None:
        assert (await client.get(f"/crates?{query}")).status_code == 422


class TestGuards:
    async def test_no_token_is_401(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("/me")).json()["code"] == "sign_in.required"

    @pytest.mark.parametrize("header", ["Bearer", "Basic abc", "Bearer x.y.z"])
    async def test_a_bad_header_is_401(self, client: httpx.AsyncClient, header: str) -> None:
        answer = await client.get("/me", headers={"Authorization": header})
        assert answer.status_code == 401

    async def test_a_token_under_another_scheme_is_401(self, client: httpx.AsyncClient) -> None:
        token = actor(ProfileType.CANDIDATE).token
        for scheme in ("Basic", "Token"):
            answer = await client.get("/me", headers={"Authorization": f"{scheme} {token}"})
            assert answer.status_code == 401
        answer = await client.get("/me", headers={"Authorization": f"BEARER {token}"})
        assert answer.status_code == 200

    async def test_the_rule_comes_before_the_gates(self, client: httpx.AsyncClient) -> None:
        candidate = actor(ProfileType.CANDIDATE, paid=False)
        answer = await client.get("/yard", headers=candidate.headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "permission.required")

    async def test_unpaid_is_402(self, client: httpx.AsyncClient) -> None:
        staff = actor(ProfileType.STAFF, paid=False)
        answer = await client.get("/yard", headers=staff.headers)
        assert (answer.status_code, answer.json()["code"]) == (402, "registration_fee.unpaid")

    async def test_a_profile_of_another_user_is_403(self, client: httpx.AsyncClient) -> None:
        headers = actor(ProfileType.STAFF).headers | {"x-profile": str(new_id())}
        assert (await client.get("/yard", headers=headers)).status_code == 403

    async def test_who_may_passes(self, client: httpx.AsyncClient) -> None:
        staff = actor(ProfileType.STAFF)
        answer = await client.get("/yard", headers=staff.headers)
        assert answer.json() == str(staff.profile_id)


@contextmanager
def written_logs() -> Iterator[list[dict[str, Any]]]:
    """The log's lines, once the block has ended."""
    # pytest's own handlers stand beside ours and would write plain text between.
    ours = logging.getLogger().handlers[0]
    assert isinstance(ours, logging.StreamHandler)
    written, lines = io.StringIO(), list[dict[str, Any]]()
    previous = ours.setStream(written)
    try:
        yield lines
    finally:
        ours.setStream(previous or sys.stdout)
        lines += [json.loads(line) for line in written.getvalue().splitlines()]


class TestTelemetry:
    async def test_a_request_id_is_made_and_a_good_one_is_kept(
        self, client: httpx.AsyncClient
    ) -> None:
        made = (await client.get("/crates")).headers["x-request-id"]
        assert UUID(made)
        kept = await client.get("/crates", headers={"x-request-id": "trace-me-123"})
        assert kept.headers["x-request-id"] == "trace-me-123"
        forged = await client.get("/crates", headers={"x-request-id": "a b\tc"})
        assert forged.headers["x-request-id"] != "a b\tc"

    async def test_what_says_nothing_about_caching_is_kept_by_nobody(
        self, client: httpx.AsyncClient
    ) -> None:
        for path in ("/api/v1/things", "/api/v1/nothing"):
            headers = (await client.get(path)).headers
            assert headers["cache-control"] == "no-store"
            assert headers["content-security-policy"].startswith("default-src 'none';")

    async def test_a_failure_is_logged_with_its_request_id(self, client: httpx.AsyncClient) -> None:
        with written_logs() as lines:
            await client.post(
                "/crates", json={"label": "crash"}, headers={"x-request-id": "req-00001"}
            )
        failure = next(line for line in lines if line["event"] == "request failed")
        assert failure["request_id"] == "req-00001"
        assert failure["service"] == "kit"

    async def test_an_event_of_a_request_carries_its_id(self, client: httpx.AsyncClient) -> None:
        headers = {"x-request-id": "req-00002"}
        announced = (await client.post("/crates/announce", headers=headers)).json()
        assert announced["requestid"] == "req-00002"

    @pytest.mark.parametrize(("level", "expected"), [("INFO", 0), ("DEBUG", 3)])
    async def test_health_checks_are_logged_at_debug_level(self, level: str, expected: int) -> None:
        configure_logging("kit", level)
        with written_logs() as lines:
            app = TelemetryMiddleware(PlainTextResponse("ok"), HttpMetrics(CollectorRegistry()))
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app), base_url="http://test"
            ) as client:
                for path in ("/health/serving", "/health/ready", "/metrics"):
                    await client.get(path)
        configure_logging("kit", "INFO")
        assert len([line for line in lines if line["event"] == "request"]) == expected

    async def test_requests_are_counted_by_route(self, client: httpx.AsyncClient) -> None:
        await client.get("/crates")
        page = (await client.get("http://test/metrics")).text
        assert 'http_requests_total{method="GET",route="/crates",status="200"}' in page


class TestFailedStatement:
    async def test_is_reported_without_its_values(self, service: ServiceUnderTest) -> None:
        """Errors are logged without values, which may be codes and password hashes."""
        with pytest.raises(ProgrammingError) as caught:
            async with service.database.transaction() as session:
                await session.execute(
                    text("INSERT INTO nowhere VALUES (:code)"), {"code": "314159"}
                )
        assert "nowhere" in str(caught.value)
        assert "314159" not in str(caught.value)


async def test_a_stream_of_events_has_answered_when_it_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment = 0.0

    async def stream(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal moment
        moment += 1
        headers = [(b"content-type", b"text/event-stream; charset=utf-8")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        moment += 3600
        await send({"type": "http.response.body", "body": b""})

    registry = CollectorRegistry()
    monkeypatch.setattr(
        "kit.telemetry.instrumentation.time", SimpleNamespace(perf_counter=lambda: moment)
    )
    transport = httpx.ASGITransport(TelemetryMiddleware(stream, HttpMetrics(registry)))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        await client.get("/stream")
    labels = {"method": "GET", "route": "unknown"}
    assert registry.get_sample_value("http_request_seconds_sum", labels) == 1
