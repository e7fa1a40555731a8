"""More payments than the count limit: lists use indexes and report that there are more."""

from typing import Any

import httpx
import pytest
from kit.database.db import AsyncSession, new_id
from kit.database.pages import PageQuery
from kit.testing import actor, explain_plan, vacuum
from payments.history.queries import build_payments_query, select_page
from payments.history.schemas import PaymentFilter, PaymentSort
from sqlalchemy import text

from services.payments.tests.factories import PaymentsUnderTest, execute

pytestmark = pytest.mark.plans

PEOPLE = """
    INSERT INTO payers (profile_id, user_id, subject_id, profile_type, email, phone, name_en,
      name_ar, locale, paid, active, source_version)
    SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'candidate',
      'person' || n || '@example.com', '+96655' || to_char(n, 'FM0000000'), 'Huda ' || n,
      CASE WHEN n BETWEEN 81 AND 100 THEN 'نورة' ELSE 'هدى' END || ' العتيبي', 'ar', true, true, 1
    FROM generate_series(1, 101) AS n
"""
CHARGES = """
    INSERT INTO charges (id, reference, purpose, subject_id, payer_profile_id, payer_user_id,
      amount_minor, currency, title_en, title_ar, subject_code, status, waived, late,
      refunded_minor, version, created_at)
    SELECT gen_random_uuid(),
      'ITQ-2026-' || to_char(substr(name_en, 6)::int, 'FM0000') || to_char(n, 'FM900'),
      'enrollment', gen_random_uuid(), profile_id, user_id, 11500, 'SAR', '', '', 'FLT-' || n / 10,
      'expired', false, false, 0, 1, now() - n * interval '1 hour'
    FROM payers, generate_series(1, 10) AS n
"""
ATTEMPTS = """
    INSERT INTO payments (id, charge_id, number, status, amount_minor, currency, special_reference,
      order_id, transaction_id, refunded_minor, expires_at, inquiries, version, created_at)
    SELECT gen_random_uuid(), id, 1, 'failed', amount_minor, currency, reference || '-1', row, row,
      0, now(), 0, 1, created_at
    FROM (SELECT *, 7000000 + row_number() OVER (ORDER BY reference) AS row FROM charges) AS charges
"""


@pytest.fixture
async def many(service: PaymentsUnderTest, session: AsyncSession) -> None:
    for statement in (PEOPLE, CHARGES, ATTEMPTS):
        await execute(service, statement)
    await vacuum(service.database)
    # The planner prefers sequential scans on small test tables.
    await session.execute(text("SET LOCAL enable_seqscan = off"))


async def test_says_that_there_are_more_than_are_counted(
    client: httpx.AsyncClient, many: None
) -> None:
    async def page(**params: Any) -> dict[str, Any]:
        viewer = actor("admin", permissions=["view-payments"])
        answer = await client.get("payments", params=params, headers=viewer.headers)
        found: dict[str, Any] = answer.json()
        return found

    for search in ("", "العتيبي", "itq-2026-0", "0550000", "flt-"):
        body = await page(search=search, page=50)
        (sums,) = body["meta"].pop("sums")
        assert body["meta"] == {"page": 50, "page_size": 20, "total": 1_000, "capped": True}, search
        # Sums cover all rows: a month may exceed the count limit.
        assert (sums["currency"], sums["succeeded_minor"]) == ("SAR", 0)
        assert len(body["data"]) == 20
    last = await page(search="العتيبي", page=50)
    assert [row["created_at"] for row in last["data"]] == sorted(
        (row["created_at"] for row in last["data"]), reverse=True
    )
    assert len(last["data"]) == 20
    for name in ("نورة", "هدى"):
        newest = await page(search=f"العتيبي {name}")
        assert {row["payer_name_ar"] for row in newest["data"]} == {f"{name} العتيبي"}
    for search, total in (
        ("هدى العتيبي", 810),
        ("هدى person7@", 10),
        ("flt-1 person7@example.com", 1),
        ("7000042", 1),
        ("0550000007", 10),
        ("نورة person7@", 0),
        ("itq-2026-0077", 10),
        ("itq-2026-007710", 1),
        ("itq-2026-007710-1", 1),
        ("nobody", 0),
    ):
        meta = (await page(search=search))["meta"]
        assert (meta["total"], meta["capped"]) == (total, False), search


async def test_an_organization_finds_its_own_alone(
    service: PaymentsUnderTest, client: httpx.AsyncClient, many: None
) -> None:
    viewer = actor("organization", organization_id=new_id())
    assert viewer.profile
    await execute(
        service,
        "UPDATE charges SET organization_id = :id WHERE reference LIKE 'ITQ-2026-0077%'",
        id=viewer.profile.organization_id,
    )
    for search, total in (
        ("itq-2026-0077", 10),
        ("itq-2026-007710", 1),
        ("itq-2026-007710-1", 1),
        ("itq-2026-0078", 0),
        ("itq-2026-007810", 0),
        ("هدى", 10),
    ):
        answer = await client.get("payments", params={"search": search}, headers=viewer.headers)
        assert answer.json()["meta"]["total"] == total, search


@pytest.mark.parametrize(
    ("sort", "index"),
    [(PaymentSort.CREATED_DESC, "ix_payments_created"), (PaymentSort.AMOUNT, "ix_payments_amount")],
)
async def test_a_page_is_read_in_the_order_of_an_index(
    session: AsyncSession, many: None, sort: PaymentSort, index: str
) -> None:
    viewer = actor("admin", permissions=["view-payments"]).principal
    page = PageQuery(page=1, page_size=20)
    read = await explain_plan(
        session, select_page(build_payments_query(viewer, PaymentFilter(), sort, page))
    )
    assert index in read
    assert "payments" not in read


async def test_what_an_organization_sees_has_indexes(session: AsyncSession, many: None) -> None:
    viewer = actor("organization", organization_id=new_id()).principal
    page = PageQuery(page=1, page_size=20)
    query = build_payments_query(viewer, PaymentFilter(), PaymentSort.CREATED_DESC, page)
    read = await explain_plan(session, select_page(query))
    assert {
        "ix_payments_organization",
        "ix_payments_payer",
        "ix_charges_subject",
        "uq_payments_charge_id",
    } <= read
    assert not read & {"payments", "charges"}


@pytest.mark.parametrize("search", ["person7@", "itq-2026-007710", "7000042", "سلمان"])
async def test_few_are_found_by_their_documents(
    session: AsyncSession, many: None, search: str
) -> None:
    viewer = actor("admin", permissions=["view-payments"]).principal
    page = PageQuery(page=1, page_size=20)
    filters = PaymentFilter(search=search)
    query = build_payments_query(viewer, filters, PaymentSort.CREATED_DESC, page)
    read = await explain_plan(session, select_page(query))
    assert {"ix_search_documents_text", "uq_payments_charge_id"} <= read
    assert not read & {"payments", "charges", "search_documents"}
