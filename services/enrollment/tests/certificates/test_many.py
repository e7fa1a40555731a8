"""Many certificates: what few of them are is found by an index, wherever they stand in the list."""

from typing import Any

import httpx
import pytest
from contracts.enrollment import CertificateChanged
from enrollment.certificates.models import Certificate, CertificateState
from enrollment.certificates.queries import _of_people_called, certificates_listed
from enrollment.certificates.schemas import CertificateFilter
from kit.database.db import AsyncSession
from kit.database.pages import _asked_of, first_rows
from kit.testing import ServiceUnderTest, actor, plan_of, tables_read
from sqlalchemy import func, select
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
    FROM generate_series(1, 5000)
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
      now() - (5000 - n) * interval '1 hour'
    FROM (SELECT enrollments.*, row_number() OVER (ORDER BY id) AS n FROM enrollments) AS each,
      LATERAL (SELECT CURRENT_DATE - 300 AS day) AS days
    """,
    "ANALYZE",
)

# Of as many the profile is called as they are on their certificate, and of others otherwise.
HOLDERS = (
    """
    INSERT INTO profiles (id, user_id, username, email, phone, name_en, name_ar, source_version)
    SELECT candidate_profile_id, candidate_user_id, 'p' || number, number, '',
      CASE WHEN number::int <= 1500 THEN 'Huda' ELSE 'Sara' END, '', 1
    FROM certificates
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


async def test_what_expires_is_gathered_by_an_index(
    session: AsyncSession, client: httpx.AsyncClient, service: ServiceUnderTest
) -> None:
    for statement in MANY:
        await execute(service, statement)
    expiring = CertificateFilter(state=[CertificateState.EXPIRING])
    listed = certificates_listed(VIEWER.principal, expiring)
    for asked in (listed.limit(20), select(func.count()).select_from(first_rows(listed))):
        read = await plan_of(session, asked)
        of_profiles = {"profiles", "pk_profiles", "ix_profiles_name_of"}
        assert {"ix_certificates_expiring"} == read - of_profiles
    key = col(Certificate.id)
    keys = _asked_of(listed, key, key, *listed._order_by_clauses).limit(20)
    assert await tables_read(session, keys) == set()

    async def page(**params: Any) -> dict[str, Any]:
        answer = await client.get("certificates", params=params, headers=VIEWER.headers)
        found: dict[str, Any] = answer.json()
        return found

    body = await page(state="expiring", page=2)
    assert body["meta"]["total"] == 50
    numbers = [row["number"] for row in body["data"]]
    assert numbers == sorted(numbers, reverse=True)
    last = await page(sort="-expires_on", page=250)
    assert {row["state"] for row in last["data"]} == {"expiring"}


async def test_what_many_are_called_is_counted_by_their_holders(
    session: AsyncSession, client: httpx.AsyncClient, service: ServiceUnderTest
) -> None:
    for statement in (*MANY, *HOLDERS):
        await execute(service, statement)

    async def meta(**params: Any) -> tuple[int, bool]:
        answer = await client.get("certificates", params=params, headers=VIEWER.headers)
        found = answer.json()["meta"]
        return found["total"], found["capped"]

    # All 5,000 are called Huda on their certificates; of profiles those are that say so today.
    assert await meta(search="huda") == (1_000, True)
    soon = _of_people_called(CertificateFilter(search="huda"))
    assert soon is not None
    assert await session.scalar(select(func.count()).select_from(soon.subquery())) == 1_500
    assert "ix_certificates_candidate" in await plan_of(session, soon)
    # What a certificate says counts, whatever its holder is called today.
    assert await meta(search="sara") == (0, False)
    assert await meta(search="000000000007") == (1, False)
    for params in ({"search": ""}, {"search": "huda", "state": ["expiring"]}):
        assert _of_people_called(CertificateFilter.model_validate(params)) is None
    assert await meta(search="huda", state="expiring") == (50, False)
    await execute(service, "UPDATE profiles SET name_en = 'Sara', name_ar = 'سارة'")
    assert await meta(search="huda") == (1_000, True)


async def test_those_without_a_pass_are_found_by_their_results(
    session: AsyncSession, client: httpx.AsyncClient, service: ServiceUnderTest
) -> None:
    for statement in (*MANY, OUTCOMES, "ANALYZE"):
        await execute(service, statement)
    lacking = CertificateFilter(result="not_passed")
    read = await plan_of(session, certificates_listed(VIEWER.principal, lacking).limit(20))
    assert "ix_outcomes_not_passed" in read
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
