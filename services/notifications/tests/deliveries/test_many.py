"""Deliveries are searched by an index for each place where a word may stand."""

import httpx
import pytest
from kit.database.db import AsyncSession
from kit.database.pages import counted
from kit.database.search import keys_found
from kit.testing import ServiceUnderTest, actor, plan_of, tables_read, vacuum
from notifications.deliveries.models import Delivery, DeliveryStatus
from notifications.deliveries.queries import ADDRESS, deliveries_listed
from notifications.deliveries.schemas import DeliveryFilter
from notifications.replicas.models import Contact
from sqlalchemy import text
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
    # Most deliveries were sent, so the index of the others is the smaller one.
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
        ("huda other7@", 1, False),
        ("  ", 1_200, False),
        ("nobody", 0, False),
    ):
        answer = await client.get(
            "notifications/deliveries", params={"search": search}, headers=admin.headers
        )
        body = answer.json()
        assert (body["meta"]["total"], body["meta"]["capped"]) == (total, capped), search
        moments = [row["created_at"] for row in body["data"]]
        assert (len(moments), moments) == (min(total, 20), sorted(moments, reverse=True))


@pytest.mark.parametrize("status", [[], [DeliveryStatus.SENT]])
async def test_is_counted_by_an_index_alone(
    session: AsyncSession, many: None, status: list[DeliveryStatus]
) -> None:
    listed = deliveries_listed(DeliveryFilter(status=status))
    assert await tables_read(session, counted(listed, col(Delivery.id))) == set()


async def test_is_searched_by_an_index_for_each_column(session: AsyncSession, many: None) -> None:
    """Of a thousand rows a scan may be quicker, so scans are made unattractive."""
    listed = deliveries_listed(DeliveryFilter())
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    words = col(Contact.search)
    read = await plan_of(session, keys_found(listed, col(Delivery.id), "person7@", words, ADDRESS))
    assert {"ix_contacts_search", "ix_deliveries_unsent_user", "ix_deliveries_address"} <= read
    assert not read & {"deliveries", "contacts"}
