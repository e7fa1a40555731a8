"""Users and candidates are read in each order of their lists by an index, and counted by one."""

import pytest
from identity.accounts.models import User
from identity.administration.queries import users_listed
from identity.administration.schemas import AccountFilter, AccountSort
from identity.candidates.queries import candidates_listed
from identity.candidates.schemas import CandidateFilter, CandidateSort
from kit.db import AsyncSession
from kit.pages import counted
from kit.testing import actor, plan_of, tables_read
from sqlalchemy import text
from sqlmodel import col

ORDERS = {
    "created_at": "ix_users_created_at",
    "name_en": "ix_users_name_en",
    "name_ar": "ix_users_name_ar",
}


@pytest.mark.parametrize("sort", ORDERS)
@pytest.mark.parametrize("sign", ["", "-"])
async def test_is_read_by_an_index_on_its_order(
    session: AsyncSession, sort: str, sign: str
) -> None:
    """Few rows are quicker read whole and sorted, so that is made unattractive."""
    for setting in ("enable_seqscan", "enable_sort", "enable_hashjoin", "enable_mergejoin"):
        await session.execute(text(f"SET LOCAL {setting} = off"))
    users = users_listed(AccountFilter(), AccountSort(f"{sign}{sort}"))
    admin = actor("admin", permissions=["view-candidate"]).principal
    candidates = candidates_listed(admin, CandidateFilter(), CandidateSort(f"{sign}{sort}"))
    for listed in (users, candidates):
        read = await plan_of(session, listed.limit(20))
        assert ORDERS[sort] in read
        assert "users" not in read


async def test_is_counted_by_an_index_alone(session: AsyncSession) -> None:
    everybody, unverified = (
        users_listed(filters, AccountSort.CREATED_DESC)
        for filters in (AccountFilter(), AccountFilter(verified=False))
    )
    assert await tables_read(session, counted(everybody, col(User.id))) == set()
    assert await tables_read(session, counted(unverified, col(User.id))) == set()
    assert "ix_users_unverified" in await plan_of(session, unverified.limit(20))
