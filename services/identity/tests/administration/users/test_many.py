from typing import Any
from uuid import uuid4

import httpx
import pytest
from contracts import Permission, ProfileType
from identity.accounts.accounts.models import User
from identity.administration.candidates.queries import select_candidates
from identity.administration.candidates.schemas import CandidateFilter, CandidateSort
from identity.administration.users.queries import build_users_query
from identity.administration.users.schemas import AccountFilter, AccountSort
from identity.config import Settings
from identity.organizations.staff.queries import select_staff
from identity.organizations.staff.schemas import StaffFilter, StaffSort
from kit.database.db import AsyncSession
from kit.testing import ServiceUnderTest, actor, explain_plan, vacuum
from sqlalchemy import Select, select, text

from services.identity.tests.factories import admin, an_organization

pytestmark = pytest.mark.plans

MANY = (
    """
    INSERT INTO users (id, username, email, phone, password_hash, name_en, name_ar, locale, active,
      principal_version, created_at, decoy, verified_at)
    SELECT gen_random_uuid(), 'many' || n, 'many' || n || '@example.com', '', '', 'Huda ' || n,
      'هدى العتيبي', 'ar', true, 1, now(), false,
      CASE WHEN n % 10 > 0 THEN now() END
    FROM generate_series(1, 2000) AS n
    """,
    """
    INSERT INTO profiles (id, user_id, type, approval_status, submission, paid, version, created_at)
    SELECT gen_random_uuid(), id, 'candidate', 'approved', 0, true, 1, now() FROM users
    WHERE username LIKE 'many%'
    """,
    """
    INSERT INTO organization_candidates (organization_id, profile_id)
    SELECT organizations.id, profiles.id FROM organizations, profiles WHERE type = 'candidate'
    """,
)
ORDERS = {
    "created_at": "ix_users_created_at",
    "name_en": "ix_users_name_en",
    "name_ar": "ix_users_name_ar",
}
ADMIN = actor("admin").principal


def users(sort: str = "-created_at", **filters: Any) -> Select[Any]:
    return build_users_query(AccountFilter(**filters), AccountSort(sort)).select_all(select(User))


def candidates(sort: str = "-created_at", **filters: Any) -> Select[Any]:
    return select_candidates(ADMIN, CandidateFilter(**filters), CandidateSort(sort))


@pytest.fixture
async def many(
    session: AsyncSession, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    """Create 2,000 candidates of an organization, in tables as autovacuum leaves them."""
    await an_organization(client, service)
    async with service.database.transaction() as filling:
        for statement in MANY:
            await filling.execute(text(statement))
    await vacuum(service.database)
    # Disable sequential scans: the planner prefers them on small test tables.
    await session.execute(text("SET LOCAL enable_seqscan = off"))


@pytest.mark.parametrize("sort", ORDERS)
@pytest.mark.parametrize("sign", ["", "-"])
async def test_is_read_in_the_order_of_an_index(
    session: AsyncSession, many: None, sort: str, sign: str
) -> None:
    for listed in (users(f"{sign}{sort}"), candidates(f"{sign}{sort}")):
        read = await explain_plan(session, listed.limit(20))
        assert ORDERS[sort] in read
        assert not read & {"users", "profiles"}


async def test_filters_have_indexes(session: AsyncSession, many: None) -> None:
    members = select_staff(uuid4(), StaffFilter(), StaffSort.CREATED_DESC)
    for listed, index in (
        (users(verified=False), "ix_users_unverified"),
        (users(type=[ProfileType.STAFF]), "ix_profiles_acting"),
        (candidates(nationality="SA"), "ix_users_nationality"),
        (candidates(organization_id=uuid4()), "ix_profiles_candidates"),
        (members, "ix_profiles_members"),
    ):
        read = await explain_plan(session, listed.limit(20))
        assert index in read
        assert not read & {"users", "profiles", "organization_candidates"}


@pytest.mark.parametrize(
    ("typed", "indexes"),
    [
        ("many7@", {"ix_users_search"}),
        ("K7654321", {"ix_users_search", "uq_users_passport"}),
        ("1000000008", {"uq_users_civil_number"}),
    ],
)
async def test_few_are_found_by_indexes(
    session: AsyncSession, many: None, typed: str, indexes: set[str]
) -> None:
    assert await explain_plan(session, users(search=typed).limit(20)) == indexes
    found = await explain_plan(session, candidates(search=typed).limit(20))
    assert found == indexes | {"ix_profiles_user_id"}


async def test_says_that_there_are_more_than_are_counted(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], many: None
) -> None:
    boss = await admin(client, service, Permission.VIEW_CANDIDATES)
    for search, capped in (("", True), ("العتيبي", True), ("many7@", False)):
        answer = await client.get(
            "candidates", params={"search": search, "page": 50}, headers=boss.headers
        )
        meta = answer.json()["meta"]
        assert (meta["total"], meta["capped"]) == ((1_000, True) if capped else (1, False))
