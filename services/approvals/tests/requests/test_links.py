"""Mailed links open a request but decide nothing."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
from approvals.requests.models import ApprovalRequest, Link
from contracts.approvals import RequestDue, RequestHandedOver, RequestWaiting
from kit.database.db import AsyncSession, utc_now
from kit.domain.timezone import today
from kit.testing import Actor, ServiceUnderTest
from sqlalchemy import select, update
from sqlmodel import col

from services.approvals.tests.factories import (
    create_admin,
    decide,
    make_level,
    submit,
    super_admin,
)


async def follow(client: httpx.AsyncClient, user: Actor, token: str) -> tuple[int, Any]:
    """Open a link as a user and return the status and body."""
    answer = await client.post("approvals/links/open", json={"token": token}, headers=user.headers)
    body = answer.json()
    return answer.status_code, body.get("approval_id") or body["code"]


async def tokens_of(service: ServiceUnderTest) -> dict[UUID, str]:
    """Return the links of the latest request at a level, by user."""
    (*_, waiting) = await service.published(RequestWaiting)
    assert waiting.approver_user_ids == tuple(link.user_id for link in waiting.links)
    return {link.user_id: link.token for link in waiting.links}


async def test_a_link_opens_the_request_until_its_approver_has_decided(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    first, second = await create_admin(service), await create_admin(service)
    await make_level(client, first, second, rule="all")
    request = await submit(service, client)
    tokens = await tokens_of(service)
    # Opening a link neither decides nor uses it.
    for _ in range(2):
        opened = await follow(client, first, tokens[first.user_id])
        assert opened == (200, request["id"])
    shown = await client.get(f"approvals/{request['id']}", headers=first.headers)
    assert (shown.json()["status"], shown.json()["decisions"]) == ("pending", [])

    assert (await decide(client, first, request)).status_code == 201
    assert await follow(client, first, tokens[first.user_id]) == (409, "approval_link.already_used")
    assert await follow(client, second, tokens[second.user_id]) == (200, request["id"])
    await decide(client, second, request)
    assert await follow(client, second, tokens[second.user_id]) == (
        409,
        "approval_link.already_used",
    )


async def test_links_that_are_forged_foreign_replayed_or_too_old_are_refused(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    approver, other = await create_admin(service), await create_admin(service)
    for _ in range(2):
        await make_level(client, approver)
    request = await submit(service, client)
    token = (await tokens_of(service))[approver.user_id]
    for forged in (token[:-1] + ("a" if token[-1] != "a" else "b"), request["id"], "", "\x00"):
        status, code = await follow(client, approver, forged)
        assert (status, code) in {(404, "approval_link.not_found"), (422, "request.invalid")}
    for stranger in (other, super_admin()):
        assert await follow(client, stranger, token) == (403, "approval_link.other_account")
    assert (await client.post("approvals/links/open", json={"token": token})).status_code == 401
    stored = (await session.scalars(select(Link))).all()
    assert token.encode() not in {link.token_hash for link in stored}

    expired = update(Link).values(expires_at=utc_now() - timedelta(seconds=1))
    await session.execute(expired)
    await session.commit()
    assert await follow(client, approver, token) == (409, "approval_link.expired")

    # A decision or a link of the first level does not count at the second.
    assert (await decide(client, approver, request)).json()["status"] == "pending"
    assert await follow(client, approver, token) == (409, "approval_link.already_used")
    again = (await tokens_of(service))[approver.user_id]
    assert await follow(client, approver, again) == (200, request["id"])
    replayed = await decide(client, approver, request, step=1)
    assert (replayed.status_code, replayed.json()["code"]) == (
        409,
        "approval_level.already_decided",
    )

    month = update(Link).where(col(Link.used_at).is_(None))
    await session.execute(month.values(expires_at=utc_now() - timedelta(days=31)))
    await session.commit()
    await service.sweep("forget_links")
    assert await follow(client, approver, again) == (404, "approval_link.not_found")


async def test_reminders_and_handovers_have_links_too_and_what_nobody_covers_has_none(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    approver, chosen = await create_admin(service), await create_admin(service)
    level_id = await make_level(client)
    await submit(service, client)
    (waiting,) = await service.published(RequestWaiting)
    assert (waiting.approver_user_ids, waiting.links) == ((), ())

    await client.put(
        f"approval-levels/{level_id}/approvers",
        json={"approvers": [{"user_id": str(approver.user_id)}]},
        headers=super_admin().headers,
    )
    request = await submit(service, client)
    await client.put(
        f"approvals/{request['id']}/approvers",
        json={"step": 1, "user_ids": [str(chosen.user_id)], "reason": "On leave."},
        headers=super_admin().headers,
    )
    (given,) = await service.published(RequestHandedOver)
    assert [link.user_id for link in given.links] == [chosen.user_id]
    assert await follow(client, chosen, given.links[0].token) == (200, request["id"])
    await session.execute(update(ApprovalRequest).values(due_on=today()))
    await session.commit()
    await service.sweep("remind_approvers")
    due = {event.request_id: event for event in await service.published(RequestDue)}
    (link,) = due[UUID(request["id"])].links
    assert await follow(client, chosen, link.token) == (200, request["id"])
