"""Users, candidates and an organization's people are read in the orders of their lists by an index,
and counted by one."""

from typing import Any
from uuid import uuid4

import httpx
import pytest
from contracts import ProfileType
from identity.accounts.accounts.models import Profile, User
from identity.administration.candidates.queries import by_users, candidates_listed
from identity.administration.candidates.schemas import CandidateFilter, CandidateSort
from identity.administration.users.queries import users_listed
from identity.administration.users.schemas import AccountFilter, AccountSort
from identity.config import Settings
from identity.organizations.staff.queries import staff_listed
from identity.organizations.staff.schemas import StaffFilter, StaffSort
from kit.database.db import AsyncSession
from kit.database.pages import PageQuery, counted, rows_of
from kit.testing import ServiceUnderTest, actor, plan_of, tables_read, vacuum
from sqlalchemy import Select, text
from sqlmodel import col

from services.identity.tests.factories import an_organization

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
NAMES = {"name_en": "ix_users_name_en", "name_ar": "ix_users_name_ar"}
ADMIN = actor("admin", permissions=["view-candidate"]).principal
ACADEMY = actor("organization", organization_id=uuid4()).principal
OWN, GATHERED = (
    candidates_listed(ACADEMY, CandidateFilter(), CandidateSort.CREATED_DESC, gathered=gathered)
    for gathered in (False, True)
)


def candidates(sort: str = "-created_at", **filters: Any) -> Select[Any]:
    return candidates_listed(ADMIN, CandidateFilter(**filters), CandidateSort(sort))


async def fill(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> None:
    """Two thousand candidates of an organization, in tables as autovacuum leaves them."""
    await an_organization(client, service)
    async with service.database.transaction() as session:
        for statement in MANY:
            await session.execute(text(statement))
    await vacuum(service.database)


def keys_of(listed: Select[Any], page: PageQuery) -> Select[Any]:
    """What `rows_of` finds the page's rows by."""
    (is_of_page,) = rows_of(listed, page, col(Profile.id))._where_criteria
    keys: Select[Any] = is_of_page.right.element
    return keys


@pytest.mark.parametrize("sort", ["created_at", *NAMES])
@pytest.mark.parametrize("sign", ["", "-"])
async def test_is_read_by_an_index_on_its_order(
    session: AsyncSession, sort: str, sign: str
) -> None:
    """Few rows are quicker read whole and sorted, so that is made unattractive."""
    for setting in ("enable_seqscan", "enable_sort", "enable_hashjoin", "enable_mergejoin"):
        await session.execute(text(f"SET LOCAL {setting} = off"))
    users = users_listed(AccountFilter(), AccountSort(f"{sign}{sort}"))
    found = candidates(f"{sign}{sort}")
    for listed, index in (
        (users, NAMES.get(sort, "ix_users_created_at")),
        (by_users(found), NAMES[sort]) if sort in NAMES else (found, "ix_profiles_candidates"),
    ):
        read = await plan_of(session, listed.limit(20))
        assert index in read
        assert not read & {"users", "profiles"}


async def test_is_counted_by_an_index_alone(
    session: AsyncSession, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    await fill(client, service)
    everybody, unverified, staff = (
        users_listed(filters, AccountSort.CREATED_DESC)
        for filters in (
            AccountFilter(),
            AccountFilter(verified=False),
            AccountFilter(type=[ProfileType.STAFF]),
        )
    )
    assert await tables_read(session, counted(everybody, col(User.id))) == set()
    assert await tables_read(session, counted(unverified, col(User.id))) == set()
    assert "ix_users_unverified" in await plan_of(session, unverified.limit(20))
    for listed in (candidates(), candidates("name_en"), OWN, candidates(organization_id=uuid4())):
        assert await tables_read(session, counted(listed, col(Profile.id))) == set()
    members = staff_listed(uuid4(), StaffFilter(), StaffSort.CREATED_DESC)
    assert await tables_read(session, counted(members, col(Profile.id))) == set()
    # There are no staff, and an empty result costs the same by another index.
    await session.execute(text("SET LOCAL enable_indexscan = off"))
    assert await tables_read(session, counted(staff, col(User.id))) == set()


async def test_candidates_are_found_without_their_users(session: AsyncSession) -> None:
    page = PageQuery(page=100, page_size=20)
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    for listed in (candidates(), OWN, GATHERED):
        read = await plan_of(session, keys_of(listed, page))
        assert not {each for each in read if "users" in each}


async def test_is_searched_by_an_index(
    session: AsyncSession, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    await fill(client, service)
    order = CandidateSort.CREATED_DESC
    for typed, indexes in (
        ("many7@", {"ix_profiles_search"}),
        ("K7654321", {"ix_profiles_search", "ix_profiles_user_id", "uq_users_passport"}),
    ):
        listed = candidates_listed(ADMIN, CandidateFilter(search=typed), order, gathered=True)
        assert await plan_of(session, counted(listed, col(Profile.id))) == indexes
    users = users_listed(AccountFilter(search="K7654321"), AccountSort.CREATED_DESC, gathered=True)
    indexes = {"ix_users_search", "pk_users", "uq_users_passport"}
    assert await plan_of(session, counted(users, col(User.id))) <= indexes | {"ix_users_id"}


def test_a_word_is_folded_once_and_not_for_each_row() -> None:
    people = users_listed(AccountFilter(search="huda"), AccountSort.CREATED_DESC)
    assert "LIKE (SELECT search_pattern" in str(people)
