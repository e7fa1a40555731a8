"""Approval times per level and approver, in working days."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from approvals.requests.deadlines.rules import due_on
from approvals.requests.models import ApprovalRequest, Decision
from contracts import Permission
from kit.database.db import AsyncSession, utc_now
from kit.domain.timezone import count_working_days, get_day_start, today
from kit.testing import Actor, QueryCounter, ServiceUnderTest, actor
from sqlalchemy import update
from sqlmodel import col

from services.approvals.tests.factories import (
    admin,
    create_admin,
    decide,
    make_level,
    submit,
    super_admin,
)


def days_ago(working_days: int) -> date:
    """Return the latest day that lies at least this many working days ago."""
    day = today()
    while count_working_days(day, today()) < working_days:
        day -= timedelta(days=1)
    return day


async def decide_after(
    client: httpx.AsyncClient,
    session: AsyncSession,
    user: Actor,
    request: dict[str, Any],
    working_days: int,
) -> None:
    """Approve when the request has been at its level for `working_days`; the deadline is three
    days.
    """
    since = get_day_start(days_ago(working_days))
    await session.execute(
        update(ApprovalRequest)
        .where(col(ApprovalRequest.id) == UUID(request["id"]))
        .values(step_since=since, due_on=due_on(since, 3))
    )
    await session.commit()
    decided = await decide(client, user, request)
    assert decided.status_code == 201, decided.text


async def get_report(client: httpx.AsyncClient, query: str = "") -> dict[str, Any]:
    """Return the report for an admin who may view levels."""
    headers = admin(Permission.VIEW_APPROVAL_LEVEL).headers
    answer = await client.get(f"approvals/times?{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    report: dict[str, Any] = answer.json()
    return report


def group_by_name(rows: list[dict[str, Any]]) -> dict[str, tuple[Any, ...]]:
    """Return the figures of each row by name."""
    return {
        row["name_en"]: (row["decided"], row["median"], pytest.approx(row["p90"]), row["overdue"])
        for row in rows
    }


async def test_levels_and_approvers_have_their_times(
    service: ServiceUnderTest,
    client: httpx.AsyncClient,
    session: AsyncSession,
    queries: QueryCounter,
) -> None:
    first = await create_admin(service, name_en="Noura Ali")
    second = await create_admin(service, name_en="Omar Said")
    level_id = await make_level(client, first, name="Documents")
    await make_level(client, first, second, rule="all", name="Management")
    await make_level(client, second, content_type="staff", name="Staff review")
    for taken in (1, 2, 6):
        request = await submit(service, client)
        await decide_after(client, session, first, request, taken)
    # The third request is at the level of two approvers: its later decision counts.
    await decide_after(client, session, first, request, 1)
    await decide_after(client, session, second, request, 4)
    # One of two approvals does not complete the level.
    request = await submit(service, client)
    await decide_after(client, session, first, request, 0)
    await decide_after(client, session, first, request, 0)

    with queries() as statements:
        report = await get_report(client)
    assert len(statements) == 2
    assert (report["decided_from"], report["decided_to"]) == (
        str(today() - timedelta(days=89)),
        str(today()),
    )
    assert group_by_name(report["levels"]) == {
        "Management": (1, 4, 4, 1),
        "Documents": (4, 1.5, 4.8, 1),
    }
    assert [row["name_en"] for row in report["levels"]] == ["Management", "Documents"]
    assert report["levels"][1]["level_id"] == str(level_id)
    assert group_by_name(report["approvers"]) == {
        "Omar Said": (1, 4, 4, 1),
        "Noura Ali": (6, 1, 4, 1),
    }
    staff = await get_report(client, "content_type=staff")
    assert (staff["levels"], staff["approvers"]) == ([], [])

    file = await client.get(
        "approvals/times/export?part=approvers&format=csv", headers=super_admin().headers
    )
    assert "approval-times-approvers" in file.headers["content-disposition"]
    assert file.text.splitlines()[1:] == [
        "Omar Said,نورة علي,1,4.0,4.0,1,100.0",
        "Noura Ali,نورة علي,6,1.0,4.0,1,16.7",
    ]
    file = await client.get(
        "approvals/times/export?format=csv&language=ar", headers=super_admin().headers
    )
    assert file.text.splitlines()[1] == "Management,Management,منشأة,1,4.0,4.0,1,100.0"


async def test_only_decisions_of_the_period_count(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    first = await create_admin(service)
    await make_level(client, first)
    await decide_after(client, session, first, await submit(service, client), 1)
    await session.execute(update(Decision).values(created_at=utc_now() - timedelta(days=100)))
    await session.commit()
    assert (await get_report(client))["levels"] == []
    day = today() - timedelta(days=100)
    found = await get_report(client, f"decided_from={day}&decided_to={day}")
    assert [row["decided"] for row in found["levels"] + found["approvers"]] == [1, 1]
    assert (await get_report(client, f"decided_to={day - timedelta(days=1)}"))["levels"] == []


@pytest.mark.parametrize(
    ("query", "field", "code"),
    [
        ("decided_from=2026-03-02&decided_to=2026-03-01", "decided_to", "period.ends_before_start"),
        (
            "decided_from=2024-03-01&decided_to=2026-03-02",
            "decided_from",
            "period.too_long",
        ),
    ],
)
async def test_a_period_that_is_none_is_refused(
    client: httpx.AsyncClient, query: str, field: str, code: str
) -> None:
    for path in ("approvals/times", "approvals/times/export"):
        answer = await client.get(f"{path}?{query}", headers=super_admin().headers)
        assert answer.status_code == 422
        assert [(each["field"], each["code"]) for each in answer.json()["fields"]] == [
            (field, code)
        ]


async def test_who_does_not_see_the_levels_reads_no_times(client: httpx.AsyncClient) -> None:
    for user in (admin(Permission.VIEW_APPROVAL_SYSTEM), actor("organization")):
        for path in ("approvals/times", "approvals/times/export"):
            assert (await client.get(path, headers=user.headers)).status_code == 403
