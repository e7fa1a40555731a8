"""More enrollments than the count limit: indexes find them, and pages indicate more."""

from dataclasses import replace
from typing import Any

import httpx
import pytest
from contracts.enrollment import EnrollmentStatus as Status
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.queries import ROWS, build_enrollments_query
from enrollment.enrollments.schemas import EnrollmentFilter, EnrollmentSort
from kit.database.db import AsyncSession, new_id
from kit.database.pages import PageQuery
from kit.testing import Actor, ServiceUnderTest, actor, explain_plan, vacuum
from sqlalchemy import text
from sqlmodel import col

from services.enrollment.tests.factories import execute

pytestmark = pytest.mark.plans

VIEWER = actor("admin", permissions=["view-enrollments"])
_LARGEST = "SELECT organization_id FROM enrollments LIMIT 1"
MANY = (
    """
    INSERT INTO profiles (id, user_id, username, email, phone, name_en, name_ar, source_version)
    SELECT gen_random_uuid(), gen_random_uuid(), 'person' || n, 'person' || n || '@example.com', '',
      'Huda ' || n, 'هدى العتيبي', 1
    FROM generate_series(1, 101) AS n
    """,
    """
    INSERT INTO batches (id, training_id, organization_id, code, title_en, title_ar, city_en,
      city_ar, starts_at, ends_at, enrollment_opens_at, enrollment_closes_at, price_minor, currency,
      requires_acceptance, payment_window_minutes, status, source_version)
    SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'FLT-' || n, '', '', '', '',
      now() + n * interval '1 day', now() + n * interval '2 days', now(), now(), 0, 'SAR', false,
      60, 'published', 1
    FROM generate_series(1, 12) AS n
    """,
    """
    INSERT INTO enrollments (id, batch_id, training_id, organization_id, candidate_profile_id,
      candidate_user_id, status, price_minor, currency, charge_id, payment_due_at, version,
      created_at, updated_at)
    SELECT gen_random_uuid(), batches.id, training_id, organization_id, profiles.id, user_id,
      CASE WHEN username LIKE '%0' THEN 'pending_payment' ELSE 'confirmed' END, 0, 'SAR',
      gen_random_uuid(), now() + row_number() OVER () * interval '1 minute', 1,
      now() - row_number() OVER () * interval '1 minute', now()
    FROM batches, profiles
    """,
    """
    INSERT INTO charges (id, enrollment_id, reference, status, amount_minor, refunded_minor,
      currency, source_version)
    SELECT charge_id, id, 'ITQ-' || row_number() OVER (ORDER BY created_at), 'paid', 0, 0, 'SAR', 1
    FROM enrollments
    """,
)


def _as_organization(organization_id: Any) -> Actor:
    owner = actor("organization")
    assert owner.profile
    profile = owner.profile.model_copy(update={"organization_id": organization_id})
    return replace(owner, profile=profile)


@pytest.fixture
async def many(service: ServiceUnderTest, session: AsyncSession) -> None:
    for statement in MANY:
        await execute(service, statement)
    await vacuum(service.database)
    # Disable sequential scans: the planner prefers them on small test tables.
    await session.execute(text("SET LOCAL enable_seqscan = off"))


async def test_says_that_there_are_more_than_are_counted(
    client: httpx.AsyncClient, many: None
) -> None:
    async def page(**params: Any) -> dict[str, Any]:
        answer = await client.get("enrollments", params=params, headers=VIEWER.headers)
        found: dict[str, Any] = answer.json()
        return found

    for search in ("", "هدى العتيبي", "flt-"):
        body = await page(search=search, page=50)
        assert body["meta"] == {"page": 50, "page_size": 20, "total": 1_000, "capped": True}
        moments = [row["created_at"] for row in body["data"]]
        assert moments == sorted(moments, reverse=True)
        assert len(moments) == 20
    for search, total in (
        ("هدى person7@", 12),
        ("flt-11 person7@example.com", 1),
        ("itq-1212", 1),
        # A complete reference does not match longer ones with the same prefix.
        ("itq-101", 1),
        ("tq-101", 11),
        ("nobody", 0),
    ):
        meta = (await page(search=search))["meta"]
        assert (meta["total"], meta["capped"]) == (total, False), search


async def test_each_state_is_counted_so_far_only(client: httpx.AsyncClient, many: None) -> None:
    counted = (await client.get("enrollments/counts", headers=VIEWER.headers)).json()
    assert {state: count for state, count in counted["counts"].items() if count} == {
        "confirmed": 1_000,
        "pending_payment": 120,
    }
    assert counted["capped"] == ["confirmed"]


async def test_an_organization_searches_its_own_alone(
    session: AsyncSession, client: httpx.AsyncClient, many: None
) -> None:
    organization = _as_organization(await session.scalar(text(_LARGEST)))
    for search, total in (("person7@", 1), ("هدى", 101), ("هدى nobody", 0)):
        answer = await client.get(
            "enrollments", params={"search": search}, headers=organization.headers
        )
        meta = answer.json()["meta"]
        assert (meta["total"], meta["capped"]) == (total, False), search


@pytest.mark.parametrize(
    ("asked", "indexes"),
    [
        ({}, {"ix_enrollments_created"}),
        ({"status": [Status.WAITLISTED]}, {"ix_enrollments_status"}),
        (
            {"status": [Status.PENDING_PAYMENT], "sort": EnrollmentSort.DUE},
            {"ix_enrollments_payment_due"},
        ),
        ({"sort": EnrollmentSort.STARTS_DESC}, {"ix_batches_starts_at", "ix_enrollments_batch"}),
        ({"organization_id": new_id()}, {"ix_enrollments_organization"}),
        ({"search": "person7@"}, {"ix_search_documents_text", "pk_enrollments"}),
        ({"search": "itq-1212"}, {"ix_search_documents_text", "pk_enrollments"}),
    ],
)
async def test_a_page_is_read_by_indexes(
    session: AsyncSession, many: None, asked: dict[str, Any], indexes: set[str]
) -> None:
    page = PageQuery(page=1, page_size=20)
    query = build_enrollments_query(VIEWER.principal, EnrollmentFilter(**asked), page)
    read = await explain_plan(session, query.select_page(ROWS, col(Enrollment.id)))
    assert indexes <= read
    assert not read & {"enrollments", "batches", "search_documents"}
