"""Approvers' notes, invisible to applicants."""

from typing import Any

import httpx
from approvals.notes.models import Note
from contracts.approvals import RequestAdvanced, RequestReturned
from contracts.identity import DataRequested, UserErased
from contracts.personal_data import ApprovalsDataCollected
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, QueryCounter, ServiceUnderTest, actor
from sqlalchemy import func, select

from services.approvals.tests import factories
from services.approvals.tests.factories import create_admin, decide, make_level, submit

NOTE = "Their last licence was forged."


async def note(
    client: httpx.AsyncClient, user: Actor, request: dict[str, Any], text: str = NOTE
) -> httpx.Response:
    return await client.post(
        f"approvals/{request['id']}/notes", json={"text": text}, headers=user.headers
    )


async def read(client: httpx.AsyncClient, user: Actor, request: dict[str, Any]) -> httpx.Response:
    return await client.get(f"approvals/{request['id']}/notes", headers=user.headers)


async def test_approvers_read_them_in_each_round_and_the_applicant_nowhere(
    service: ServiceUnderTest, client: httpx.AsyncClient, queries: QueryCounter
) -> None:
    organization_id = new_id()
    first, second = await create_admin(service), await create_admin(service, name_en="Huda")
    await make_level(client, first, name="Documents")
    await make_level(client, second, name="Management")
    request = await submit(service, client, organization_id=organization_id)
    written = await note(client, first, request, f"  {NOTE} ")
    assert written.status_code == 201, written.text
    await decide(client, first, request)
    await decide(client, second, request, "returned")
    again = await submit(service, client, organization_id=organization_id, submission=2)
    await note(client, second, again, "Seen.")
    with queries() as statements:
        shown = (await read(client, second, again)).json()["data"]
    assert [(each["submission"], each["name_en"], each["text"]) for each in shown] == [
        (1, "Noura Ali", NOTE),
        (2, "Huda", "Seen."),
    ]
    assert len(statements) == 2
    applicant = actor("organization", organization_id=organization_id)
    assert (await read(client, applicant, again)).status_code == 403
    assert (await note(client, applicant, again)).status_code == 403
    progress = await client.get("approvals/progress", headers=applicant.headers)
    (advanced,) = await service.published(RequestAdvanced)
    (returned,) = await service.published(RequestReturned)
    for text in (progress.text, advanced.model_dump_json(), returned.model_dump_json()):
        assert NOTE not in text


async def test_who_submitted_or_belongs_to_the_organization_reads_none(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    organization_id = new_id()
    approver, member, submitter = [await create_admin(service) for _ in range(3)]
    belongs = actor("staff", organization_id=organization_id)
    await service.deliver(factories.build_profile(belongs, user_id=member.user_id))
    request = await submit(
        service, client, organization_id=organization_id, submitted_by=submitter.user_id
    )
    await note(client, approver, request)
    for user in (member, submitter):
        for refused in (await read(client, user, request), await note(client, user, request)):
            assert (refused.status_code, refused.json()["code"]) == (
                403,
                "approval_note.forbidden",
            )
    assert len((await read(client, approver, request)).json()["data"]) == 1
    # Notes belong to one content only.
    foreign = await submit(service, client)
    assert (await read(client, approver, foreign)).json()["data"] == []


async def test_what_is_refused(service: ServiceUnderTest, client: httpx.AsyncClient) -> None:
    approver = await create_admin(service)
    request = await submit(service, client)
    empty = await note(client, approver, request, " ")
    assert (empty.status_code, empty.json()["fields"][0]["field"]) == (422, "text")
    unknown = {"id": new_id()}
    for answer in (await note(client, approver, unknown), await read(client, approver, unknown)):
        assert (answer.status_code, answer.json()["code"]) == (404, "approval_request.not_found")
    assert (await client.get(f"approvals/{request['id']}/notes")).status_code == 401
    assert (await read(client, approver, request)).json()["data"] == []


async def test_they_are_not_given_out_to_whom_they_are_about_and_go_with_them(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    submitted = factories.staff_submitted()
    await service.deliver(submitted)
    approver = await create_admin(service)
    listed = await client.get("approvals", headers=approver.headers)
    await note(client, approver, listed.json()["data"][0])
    person = {"user_id": new_id(), "profile_ids": [submitted.profile_id], "email": ""}
    await service.deliver(DataRequested(request_id=new_id(), **person))
    (answer,) = await service.published(ApprovalsDataCollected)
    assert NOTE not in answer.model_dump_json()
    assert str(approver.user_id) not in answer.model_dump_json()
    await service.deliver(UserErased(**person))
    assert await session.scalar(select(func.count()).select_from(Note)) == 0
    await session.rollback()
