"""Canned answers, and their text filled for one asker."""

import asyncio
from typing import Any

import httpx
import pytest
from contracts.audit import NotificationsAuditRecorded
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, QueryCounter, actor

from services.notifications.tests.factories import Service
from services.notifications.tests.inquiries.test_desk import asked

PATH = "queries/canned-answers"
DESK = actor("admin", permissions=["view-user-queries"])
FORM = {
    "name_en": "Refund",
    "name_ar": "رد المبلغ",
    "text_en": "Dear {name},\nyour query {reference} is with finance.",
    "text_ar": "عزيزنا {name}، استفسارك {reference} لدى المالية.",
}


async def add(client: httpx.AsyncClient, **changes: Any) -> httpx.Response:
    return await client.post(PATH, json=FORM | changes, headers=DESK.headers)


async def names(client: httpx.AsyncClient) -> list[str]:
    answer = await client.get(PATH, headers=DESK.headers)
    assert answer.status_code == 200
    return [row["name_en"] for row in answer.json()["data"]]


async def test_are_kept_ordered_and_deleted(client: httpx.AsyncClient, service: Service) -> None:
    made = [(await add(client, name_en=name)).json() for name in ("First", "Second", "Third")]
    ids = [row["id"] for row in made]
    assert await names(client) == ["First", "Second", "Third"]
    order = {"ids": [ids[2], ids[0], ids[1]]}
    moved = await client.put(f"{PATH}/order", json=order, headers=DESK.headers)
    assert moved.status_code == 204
    assert await names(client) == ["Third", "First", "Second"]

    body = FORM | {"name_en": "Changed", "version": 1}
    calls = (client.put(f"{PATH}/{ids[0]}", json=body, headers=DESK.headers) for _ in range(2))
    answers = await asyncio.gather(*calls)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    gone = await client.delete(f"{PATH}/{ids[1]}", headers=DESK.headers)
    assert gone.status_code == 204
    assert await names(client) == ["Third", "Changed"]
    # One of the answers no longer exists, so nothing is reordered.
    stale = await client.put(f"{PATH}/order", json=order, headers=DESK.headers)
    assert (stale.status_code, stale.json()["code"]) == (409, "canned_answer.edit_conflict")
    assert (await add(client, name_en="Last")).status_code == 201
    assert await names(client) == ["Third", "Changed", "Last"]
    said = await service.published(NotificationsAuditRecorded)
    assert {each.noun for each in said} == {"canned_answer"}


async def test_read_as_one_asker_would_get_them(
    client: httpx.AsyncClient, session: AsyncSession, queries: QueryCounter
) -> None:
    await add(client)
    await add(client, name_en="Without values", text_en="Thank you.", text_ar="شكرًا لك.")
    for locale, opening in (("en", "Dear {x} & Sons,\nyour query"), ("ar", "عزيزنا {x} & Sons")):
        message = f"Where is my money? {locale}"
        inquiry = await asked(client, session, locale=locale, name="{x} & Sons", message=message)
        path = f"queries/{inquiry.id}/canned-answers"
        with queries() as statements:
            filled = (await client.get(path, headers=DESK.headers)).json()["data"]
        assert len(statements) == 2
        assert [row["name_en"] for row in filled] == ["Refund", "Without values"]
        # Values are inserted verbatim.
        assert filled[0]["text"].startswith(opening)
        assert inquiry.reference in filled[0]["text"]


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        ("text_en", "Hello {email}", "notice_text.unknown_variable"),
        ("text_ar", "مرحبا {name", "notice_text.unbalanced_brace"),
        ("text_en", "{name.__class__}", "notice_text.unbalanced_brace"),
        ("text_ar", "{{ name }}", "notice_text.unbalanced_brace"),
        ("text_en", "x" * 4001, "field.string_too_long"),
        ("text_ar", " ", "field.string_too_short"),
        ("name_en", "<b>Refund</b>", "text.markup"),
    ],
)
async def test_422_at_the_field(
    client: httpx.AsyncClient, field: str, text: str, code: str
) -> None:
    refused = await add(client, **{field: text})
    assert refused.status_code == 422
    (problem,) = refused.json()["fields"]
    assert (problem["field"], problem["code"]) == (field, code)
    assert await names(client) == []


async def test_are_at_most_fifty(client: httpx.AsyncClient) -> None:
    answers = [await add(client) for _ in range(51)]
    assert [answer.status_code for answer in answers] == [201] * 50 + [409]
    assert answers[-1].json()["code"] == "canned_answer.limit_reached"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", PATH, None, 200),
        ("POST", PATH, FORM, 201),
        ("PUT", f"{PATH}/order", {"ids": [str(new_id())]}, 409),
        ("PUT", f"{PATH}/{{id}}", FORM | {"version": 1}, 404),
        ("DELETE", f"{PATH}/{{id}}", None, 404),
        ("GET", "queries/{id}/canned-answers", None, 404),
    ],
)
async def test_are_for_those_who_answer(
    client: httpx.AsyncClient, method: str, path: str, body: dict[str, Any] | None, status: int
) -> None:
    other: Actor = actor("admin", permissions=["view-users"])
    for headers, expected in (({}, 401), (other.headers, 403), (DESK.headers, status)):
        address = path.replace("{id}", str(new_id()))
        answer = await client.request(method, address, headers=headers, json=body)
        assert answer.status_code == expected
