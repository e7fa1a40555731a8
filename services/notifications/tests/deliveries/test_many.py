"""Pages of deliveries use an index, and counts stop at 1,000."""

import httpx
import pytest
from kit.database.db import AsyncSession
from kit.database.pages import PageQuery
from kit.testing import ServiceUnderTest, actor, explain_plan, vacuum
from notifications.deliveries.models import Delivery, DeliveryStatus
from notifications.deliveries.queries import deliveries_query
from notifications.deliveries.schemas import DeliveryFilter
from sqlalchemy import select, text
from sqlmodel import col

pytestmark = pytest.mark.plans

MANY = (
    """
    INSERT INTO contacts (user_id, email, phone, name_en, name_ar, locale, verified, source_version)
    SELECT gen_random_uuid(), 'person' || n || '@example.com', '', 'Huda ' || n, 'هدى العتيبي',
      'ar', true, 1
    FROM generate_series(1, 600) AS n
    """,
    """
    INSERT INTO deliveries (id, user_id, channel, status, attempts, unanswered, next_attempt_at,
      address, created_at)
    SELECT gen_random_uuid(), user_id, 'email', 'failed', 1, 0, now(),
      CASE WHEN n = 2 AND name_en = 'Huda 7' THEN 'Other7@example.org' END,
      now() - n * interval '1 hour' - substr(name_en, 6)::int * interval '1 minute'
    FROM contacts, generate_series(1, 2) AS n
    """,
    # Most deliveries were sent, so the index of the others is smaller.
    """
    INSERT INTO deliveries (id, user_id, channel, status, attempts, unanswered, next_attempt_at)
    SELECT gen_random_uuid(), user_id, 'email', 'sent', 1, 0, now()
    FROM contacts, generate_series(1, 20)
    """,
)


@pytest.fixture
async def many(service: ServiceUnderTest) -> None:
    async with service.database.transaction() as session:
        for statement in MANY:
            await session.execute(text(statement))
    await vacuum(service.database)


async def test_says_that_more_are_found_than_are_counted(
    client: httpx.AsyncClient, many: None
) -> None:
    admin = actor("admin", permissions=["manage-application-settings"])
    for search, total, capped in (
        ("العتيبي هدى", 1_000, True),
        ("person7@", 2, False),
        ("other7@", 1, False),
        ("  ", 1_000, True),
        ("nobody", 0, False),
    ):
        answer = await client.get(
            "notifications/deliveries", params={"search": search}, headers=admin.headers
        )
        body = answer.json()
        assert (body["meta"]["total"], body["meta"]["capped"]) == (total, capped), search
        moments = [row["created_at"] for row in body["data"]]
        assert (len(moments), moments) == (min(total, 20), sorted(moments, reverse=True))


@pytest.mark.parametrize(
    ("filters", "indexes"),
    [
        (DeliveryFilter(), {"ix_deliveries_unsent"}),
        (DeliveryFilter(status=[DeliveryStatus.SENT]), {"ix_deliveries_ended"}),
        (
            DeliveryFilter(status=[DeliveryStatus.SENT], search="person7@"),
            {"ix_contacts_search", "ix_deliveries_user", "ix_deliveries_address"},
        ),
    ],
)
async def test_a_page_is_read_by_indexes(
    session: AsyncSession, many: None, filters: DeliveryFilter, indexes: set[str]
) -> None:
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    query = deliveries_query(filters, PageQuery(page=1, page_size=20))
    rows = query.select_page(select(Delivery), col(Delivery.id))
    assert await explain_plan(session, rows) == {*indexes, "pk_deliveries"}
