"""Inquiries are counted by indexes, and those of a search no further than somebody looks."""

from typing import Any

import httpx
import pytest
from kit.database.db import AsyncSession
from kit.database.pages import counted
from kit.testing import ServiceUnderTest, actor, plan_of, tables_read, vacuum
from notifications.inquiries.models import Inquiry, InquiryStatus
from notifications.inquiries.queries import inquiries_listed
from notifications.inquiries.schemas import InquiryFilter
from sqlalchemy import Select, text
from sqlmodel import col

pytestmark = pytest.mark.plans

MANY = text("""
    INSERT INTO inquiries (id, reference, name, email, topic, message, locale, status, version)
    SELECT gen_random_uuid(), 'Q-' || n, 'هدى العتيبي', 'person' || n || '@example.com', 'other',
      'متى تبدأ الدورة؟', 'ar', 'open', 1
    FROM generate_series(1, 1100) AS n
""")


@pytest.mark.parametrize("status", [[], [InquiryStatus.OPEN]])
async def test_is_counted_by_an_index_alone(
    session: AsyncSession, status: list[InquiryStatus]
) -> None:
    listed = inquiries_listed(InquiryFilter(status=status))
    assert await tables_read(session, counted(listed, col(Inquiry.id))) == set()


async def test_says_that_more_are_found_than_are_counted(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    async with service.database.transaction() as session:
        await session.execute(MANY)
    admin = actor("admin", permissions=["view-user-queries"])
    for search, total, capped in (
        ("العتيبي", 1_000, True),
        ("person7@", 1, False),
        ("", 1_100, False),
    ):
        answer = await client.get("queries", params={"search": search}, headers=admin.headers)
        meta = answer.json()["meta"]
        assert (meta["total"], meta["capped"]) == (total, capped), search


async def test_a_search_that_finds_few_is_gathered(
    session: AsyncSession, service: ServiceUnderTest
) -> None:
    async with service.database.transaction() as filling:
        await filling.execute(MANY)
    await vacuum(service.database)
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    found = inquiries_listed(InquiryFilter(search="person7@"), gathered=True)
    keys = first_keys(found)
    assert await plan_of(session, keys) == {"ix_inquiries_search"}
    assert "LIKE (SELECT search_pattern" in str(keys), "the word is folded once"


def first_keys(listed: Select[Any]) -> Select[Any]:
    return listed.with_only_columns(col(Inquiry.id)).limit(20)
