"""Pages of inquiries use an index, and counts stop at 1,000."""

import httpx
import pytest
from kit.database.db import AsyncSession
from kit.database.pages import PageQuery
from kit.testing import ServiceUnderTest, actor, explain_plan, vacuum
from notifications.inquiries.models import Inquiry
from notifications.inquiries.queries import inquiries_query
from notifications.inquiries.schemas import InquiryFilter, InquirySort
from sqlalchemy import select, text
from sqlmodel import col

pytestmark = pytest.mark.plans

MANY = text("""
    INSERT INTO inquiries (id, reference, name, email, topic, message, locale, status, version)
    SELECT gen_random_uuid(), 'Q-' || n, 'هدى العتيبي', 'person' || n || '@example.com', 'other',
      'متى تبدأ الدورة؟', 'ar', 'open', 1
    FROM generate_series(1, 1100) AS n
""")


async def test_says_that_more_are_found_than_are_counted(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    async with service.database.transaction() as session:
        await session.execute(MANY)
    admin = actor("admin", permissions=["view-user-queries"])
    for search, total, capped in (
        ("العتيبي", 1_000, True),
        ("person7@", 1, False),
        ("", 1_000, True),
    ):
        answer = await client.get("queries", params={"search": search}, headers=admin.headers)
        meta = answer.json()["meta"]
        assert (meta["total"], meta["capped"]) == (total, capped), search


@pytest.fixture
async def many(session: AsyncSession, service: ServiceUnderTest) -> None:
    async with service.database.transaction() as filling:
        await filling.execute(MANY)
    await vacuum(service.database)
    await session.execute(text("SET LOCAL enable_seqscan = off"))


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    ("filters", "index"),
    [
        (InquiryFilter(), "ix_inquiries_updated_at"),
        (InquiryFilter(sort=InquirySort.CREATED), "ix_inquiries_created_at"),
        (InquiryFilter(search="person7@"), "ix_inquiries_search"),
    ],
)
async def test_a_page_is_read_by_an_index(
    session: AsyncSession, filters: InquiryFilter, index: str
) -> None:
    query = inquiries_query(filters, PageQuery(page=1, page_size=20))
    rows = query.select_page(select(Inquiry), col(Inquiry.id))
    assert await explain_plan(session, rows) == {index, "pk_inquiries"}
