"""More enrollments than are counted: indexes find them, and pages say that there are others."""

from dataclasses import replace
from typing import Any

import httpx
import pytest
from contracts.enrollment import EnrollmentStatus as Status
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.queries import SORTING, enrollments_listed, enrollments_narrowed
from enrollment.enrollments.schemas import EnrollmentFilter, EnrollmentSort
from enrollment.replicas.models import Profile
from kit.database.db import AsyncSession, new_id
from kit.database.pages import _asked_of, counted, first_keys, first_rows
from kit.testing import Actor, ServiceUnderTest, actor, plan_of, tables_read, vacuum
from sqlalchemy import func, select, text
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
    FROM generate_series(1, 5000) AS n
    """,
    """
    INSERT INTO batches (id, training_id, organization_id, code, title_en, title_ar, city_en,
      city_ar, starts_at, ends_at, enrollment_opens_at, enrollment_closes_at, price_minor, currency,
      requires_acceptance, payment_window_minutes, status, source_version)
    SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'FLT-' || n, '', '', '', '',
      now() + n * interval '1 day', now() + n * interval '2 days', now(), now(), 0, 'SAR', false,
      60, 'published', 1
    FROM generate_series(1, 5000) AS n
    """,
    """
    INSERT INTO enrollments (id, batch_id, training_id, organization_id, candidate_profile_id,
      candidate_user_id, status, price_minor, currency, charge_id, version, created_at, updated_at)
    SELECT gen_random_uuid(), batches.id, training_id, organization_id, profiles.id, user_id,
      'confirmed', 0, 'SAR', gen_random_uuid(), 1,
      now() - row_number() OVER () * interval '1 minute', now()
    FROM batches, profiles
    WHERE substr(batches.code, 5)::int <= 100 AND substr(profiles.username, 7)::int <= 101
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
async def many(service: ServiceUnderTest) -> None:
    for statement in MANY:
        await execute(service, statement)
    await vacuum(service.database)


async def test_says_that_there_are_more_than_are_counted(
    client: httpx.AsyncClient, many: None
) -> None:
    async def page(**params: Any) -> dict[str, Any]:
        answer = await client.get("enrollments", params=params, headers=VIEWER.headers)
        found: dict[str, Any] = answer.json()
        return found

    for search, total in (("", 10_000), ("هدى العتيبي", 1_000), ("flt-1", 1_000)):
        last = total // 20
        body = await page(search=search, page=last)
        assert body["meta"] == {
            "page": last,
            "page_size": 20,
            "total": total,
            "capped": True,
        }
        moments = [row["created_at"] for row in body["data"]]
        assert moments == sorted(moments, reverse=True)
        assert len(moments) == 20
    for search, total in (
        ("هدى person7@", 100),
        ("flt-77 person7@example.com", 1),
        ("itq-10099", 1),
        # A whole reference is meant alone, without the one that begins with it.
        ("itq-1010", 1),
        ("tq-1010", 2),
        ("nobody", 0),
    ):
        meta = (await page(search=search))["meta"]
        assert (meta["total"], meta["capped"]) == (total, False), search


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"status": [Status.WAITLISTED]},
        {"status": [Status.PENDING_PAYMENT], "sort": EnrollmentSort.DUE},
        {"organization_id": new_id()},
    ],
)
async def test_is_counted_by_an_index_alone(
    session: AsyncSession, many: None, asked: dict[str, Any]
) -> None:
    listed = enrollments_narrowed(VIEWER.principal, EnrollmentFilter(**asked))
    assert await tables_read(session, counted(listed, col(Enrollment.id))) == set()


async def test_each_state_is_counted_so_far_only(client: httpx.AsyncClient, many: None) -> None:
    counted = (await client.get("enrollments/counts", headers=VIEWER.headers)).json()
    assert {state: count for state, count in counted["counts"].items() if count} == {
        "confirmed": 1_000
    }
    assert counted["capped"] == ["confirmed"]


async def test_is_sorted_by_what_others_have(
    session: AsyncSession, client: httpx.AsyncClient, many: None
) -> None:
    for sort, index in (
        (EnrollmentSort.CANDIDATE_DESC, "ix_profiles_name"),
        (EnrollmentSort.STARTS, "ix_batches_starts_at"),
    ):
        listed = enrollments_listed(VIEWER.principal, EnrollmentFilter(sort=sort))
        known = SORTING.known(sort, listed)
        assert known is not None
        read = await plan_of(session, known.limit(20))
        assert index in read
        assert not read & {"enrollments", "batches", "profiles"}
    answer = await client.get(
        "enrollments", params={"sort": "-candidate", "page": 500}, headers=VIEWER.headers
    )
    names = [row["candidate"]["name_en"] for row in answer.json()["data"]]
    assert names == sorted(names, reverse=True)
    assert len(names) == 20


async def test_an_organizations_are_sorted_by_candidate_by_an_index_alone(
    session: AsyncSession, many: None
) -> None:
    organization = _as_organization(await session.scalar(text(_LARGEST)))
    by_candidate = EnrollmentFilter(sort=EnrollmentSort.CANDIDATE)
    listed = enrollments_narrowed(organization.principal, by_candidate)
    key, order = col(Enrollment.id), SORTING.by(EnrollmentSort.CANDIDATE)
    keys = _asked_of(listed, key, key, *order).limit(20)
    # Of profiles as well, once autovacuum has been there: until then their key is as good.
    assert await tables_read(session, keys) <= {"profiles"}


async def test_an_organizations_are_searched_by_name_in_an_index_alone(
    session: AsyncSession, client: httpx.AsyncClient, many: None
) -> None:
    organization = _as_organization(await session.scalar(text(_LARGEST)))
    listed = enrollments_narrowed(organization.principal, EnrollmentFilter())
    named = listed.where(col(Profile.search).like("%person7@%"))
    read = await tables_read(session, first_keys(named, col(Enrollment.id)))
    assert read == {"profiles"}
    for search, total in (("person7@", 1), ("هدى", 101), ("هدى nobody", 0)):
        answer = await client.get(
            "enrollments", params={"search": search}, headers=organization.headers
        )
        meta = answer.json()["meta"]
        assert (meta["total"], meta["capped"]) == (total, False), search


async def test_of_a_long_search_only_what_has_the_words_is_read(
    session: AsyncSession, client: httpx.AsyncClient, many: None, queries: Any
) -> None:
    """A name stands in no code or reference; a word that also does is looked for there."""
    for search, tables in (("هدى", ["profiles"]), ("flt", ["batches", "profiles"])):
        with queries() as statements:
            answer = await client.get(
                "enrollments", params={"search": search}, headers=VIEWER.headers
            )
        assert answer.json()["meta"]["capped"]
        inner = statements[-1].partition(" IN (SELECT ")[2]
        walked = [
            table for table in ("batches", "profiles") if f"{table}." in inner.partition("LIMIT")[0]
        ]
        assert walked == tables, search
        created = [row["created_at"] for row in answer.json()["data"]]
        assert created == sorted(created, reverse=True)
        assert len(created) == 20


async def test_is_searched_by_an_index_for_each_column(session: AsyncSession, many: None) -> None:
    """Of ten thousand rows a scan may be quicker, so scans are made unattractive."""
    listed = enrollments_listed(VIEWER.principal, EnrollmentFilter(search="person7@"))
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    read = await plan_of(session, select(func.count()).select_from(first_rows(listed)))
    assert {"ix_profiles_search", "ix_batches_code", "ix_charges_reference"} <= read
    assert not read & {"enrollments", "batches", "charges", "profiles"}
