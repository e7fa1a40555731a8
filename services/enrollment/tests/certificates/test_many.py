"""Rare certificates among many are found by an index, wherever they are in the list."""

from typing import Any

import httpx
import pytest
from contracts.enrollment import CertificateChanged
from enrollment.certificates.models import Certificate, CertificateState
from enrollment.certificates.queries import ROWS, build_certificates_query
from enrollment.certificates.schemas import CertificateFilter, CertificateSort
from kit.database.db import AsyncSession
from kit.database.pages import PageQuery
from kit.testing import ServiceUnderTest, actor, explain_plan, vacuum
from sqlalchemy import text, true
from sqlmodel import col

from services.enrollment.tests.factories import execute

pytestmark = pytest.mark.plans

VIEWER = actor("admin", permissions=["view-certificates"])
MANY = (
    """
    INSERT INTO enrollments (id, batch_id, training_id, organization_id, candidate_profile_id,
      candidate_user_id, status, price_minor, currency, version, created_at, updated_at)
    SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
      gen_random_uuid(), gen_random_uuid(), 'completed', 0, 'SAR', 1, now(), now()
    FROM generate_series(1, 1200)
    """,
    # The first fifty expire in fifty days.
    """
    INSERT INTO certificates (id, number, enrollment_id, batch_id, training_id, organization_id,
      candidate_profile_id, candidate_user_id, holder_name_en, holder_name_ar, training_title_en,
      training_title_ar, organization_name_en, organization_name_ar, batch_code, started_on,
      ended_on, status, issued_on, expires_on, is_public, version, created_at)
    SELECT gen_random_uuid(), lpad(n::text, 12, '0'), id, batch_id, training_id, organization_id,
      candidate_profile_id, candidate_user_id, 'Huda', 'هدى', '', '', '', '', '', day, day,
      'issued', day, CURRENT_DATE + CASE WHEN n <= 50 THEN 50 ELSE 1000 END, false, 1,
      now() - (1200 - n) * interval '1 hour'
    FROM (SELECT enrollments.*, row_number() OVER (ORDER BY id) AS n FROM enrollments) AS each,
      LATERAL (SELECT CURRENT_DATE - 300 AS day) AS days
    """,
    "ANALYZE",
)

# Five of them did not pass.
OUTCOMES = """
    INSERT INTO outcomes (enrollment_id, result, reasons, attended, counted, decided_at)
    SELECT enrollment_id, CASE WHEN number::int <= 5 THEN 'failed' ELSE 'passed' END, '{}', 1, 1,
      now()
    FROM certificates
"""


async def plan_of_page(session: AsyncSession, **asked: Any) -> set[str]:
    # Disable sequential scans: the planner prefers them on small test tables.
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    page = PageQuery(page=1, page_size=20)
    query = build_certificates_query(true(), CertificateFilter(**asked), page)
    return await explain_plan(session, query.select_page(ROWS, col(Certificate.id)))


async def test_says_that_there_are_more_than_are_counted(
    client: httpx.AsyncClient, service: ServiceUnderTest
) -> None:
    for statement in MANY:
        await execute(service, statement)

    async def page(**params: Any) -> dict[str, Any]:
        answer = await client.get("certificates", params=params, headers=VIEWER.headers)
        found: dict[str, Any] = answer.json()
        return found

    for params, total in (
        ({}, 1_000),
        ({"search": "huda"}, 1_000),
        ({"search": "huda", "state": "expiring"}, 50),
        ({"search": "000000000007"}, 1),
        ({"search": "sara"}, 0),
    ):
        meta = (await page(**params))["meta"]
        assert (meta["total"], meta["capped"]) == (total, total == 1_000), params
    body = await page(state="expiring", page=2)
    assert body["meta"]["total"] == 50
    numbers = [row["number"] for row in body["data"]]
    assert numbers == sorted(numbers, reverse=True)
    last = await page(sort="-expires_on", page=60)
    assert {row["state"] for row in last["data"]} == {"expiring"}


async def test_a_page_is_read_by_indexes(session: AsyncSession, service: ServiceUnderTest) -> None:
    for statement in MANY:
        await execute(service, statement)
    await vacuum(service.database)
    for asked, index in (
        ({}, "ix_certificates_created"),
        ({"state": [CertificateState.EXPIRING]}, "ix_certificates_expiring"),
        ({"sort": CertificateSort.EXPIRES}, "ix_certificates_expiry"),
        ({"sort": CertificateSort.EXPIRES_DESC}, "ix_certificates_latest_expiry"),
        ({"search": "sara"}, "ix_certificates_search"),
    ):
        read = await plan_of_page(session, **asked)
        assert index in read, asked
        assert "certificates" not in read, asked


async def test_those_without_a_pass_are_found_by_their_results(
    session: AsyncSession, client: httpx.AsyncClient, service: ServiceUnderTest
) -> None:
    for statement in (*MANY, OUTCOMES, "ANALYZE"):
        await execute(service, statement)
    assert "ix_outcomes_not_passed" in await plan_of_page(session, result="not_passed")
    answer = await client.get(
        "certificates", params={"result": "not_passed"}, headers=VIEWER.headers
    )
    assert answer.json()["meta"]["total"] == 5
    assert await service.sweep("suspend_unpassed") == 5
    assert await service.sweep("suspend_unpassed") == 0
    changes = [
        (each.previous_status, each.status) for each in await service.published(CertificateChanged)
    ]
    assert changes == [("issued", "suspended")] * 5
