"""More payments than are counted: indexes find them, and pages say that there are others."""

from typing import Any

import httpx
import pytest
from kit.database.db import AsyncSession, new_id
from kit.database.pages import PageQuery, counted, first_rows, rows_of
from kit.testing import actor, plan_of, tables_read, vacuum
from payments.config import Way
from payments.history.filters.queries import SUMMED, begins_mobile, sums_of, visible_parts, walks_by
from payments.history.queries import in_parts, keys_sought, payments_listed, rows_in_parts
from payments.history.schemas import PaymentFilter, PaymentSort
from payments.payments.models import Payment, PaymentStatus
from payments.replicas.models import Payer
from sqlalchemy import func, select, text
from sqlmodel import col

from services.payments.tests.factories import PaymentsUnderTest, execute

pytestmark = pytest.mark.plans

PAYMENTS = 10_100
PEOPLE = """
    INSERT INTO payers (profile_id, user_id, subject_id, profile_type, email, phone, name_en,
      name_ar, locale, paid, active, source_version)
    SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'candidate',
      'person' || n || '@example.com', '+96655' || to_char(n, 'FM0000000'), 'Huda ' || n,
      CASE WHEN n BETWEEN 81 AND 100 THEN 'نورة' ELSE 'هدى' END || ' العتيبي', 'ar', true, true, 1
    FROM generate_series(1, 5000) AS n
"""
CHARGES = """
    INSERT INTO charges (id, reference, purpose, subject_id, payer_profile_id, payer_user_id,
      amount_minor, currency, title_en, title_ar, subject_code, status, waived, late,
      refunded_minor, version, created_at)
    SELECT gen_random_uuid(),
      'ITQ-2026-' || to_char(substr(name_en, 6)::int, 'FM0000') || to_char(n, 'FM900'),
      'enrollment', gen_random_uuid(), profile_id, user_id, 11500, 'SAR', '', '', 'FLT-' || n / 10,
      'expired', false, false, 0, 1, now() - n * interval '1 hour'
    FROM payers, generate_series(1, 100) AS n
    WHERE substr(name_en, 6)::int <= 101
"""
ATTEMPTS = """
    INSERT INTO payments (id, charge_id, number, status, amount_minor, currency, special_reference,
      order_id, transaction_id, refunded_minor, expires_at, inquiries, version, created_at)
    SELECT gen_random_uuid(), id, 1, 'failed', amount_minor, currency, reference || '-1', row, row,
      0, now(), 0, 1, created_at
    FROM (SELECT *, 7000000 + row_number() OVER (ORDER BY reference) AS row FROM charges) AS charges
"""


@pytest.fixture
async def many(service: PaymentsUnderTest) -> None:
    for statement in (PEOPLE, CHARGES, ATTEMPTS):
        await execute(service, statement)
    await vacuum(service.database)


async def test_says_that_there_are_more_than_are_counted(
    client: httpx.AsyncClient, many: None
) -> None:
    async def page(**params: Any) -> dict[str, Any]:
        viewer = actor("admin", permissions=["view-payments"])
        answer = await client.get("payments", params=params, headers=viewer.headers)
        found: dict[str, Any] = answer.json()
        return found

    for search, total in (
        ("", 10_000),
        ("هدى العتيبي", 1_000),
        ("نورة", 1_000),
        ("itq-2026-00", 1_000),
        ("05500000", 1_000),
        ("flt-1", 1_000),
    ):
        body = await page(search=search, page=total // 20)
        assert body["meta"] == {
            "page": total // 20,
            "page_size": 20,
            "total": total,
            "capped": True,
            "sums": [],
        }
        assert len(body["data"]) == 20
    last = await page(search="العتيبي", page=505)
    assert [row["created_at"] for row in last["data"]] == sorted(
        (row["created_at"] for row in last["data"]), reverse=True
    )
    assert len(last["data"]) == 20
    # Few are called so, and many payments are theirs; so many are called the other name that it is
    # asked of each payment.
    for name in ("نورة", "هدى"):
        newest = await page(search=f"العتيبي {name}")
        assert {row["payer_name_ar"] for row in newest["data"]} == {f"{name} العتيبي"}
    # Of each person the payments of ten codes that begin so, and each is a little older.
    newest = await page(search="flt-1", page_size=101)
    assert len({row["payer_name_en"] for row in newest["data"]}) == 101
    for search, total in (
        ("هدى person7@", 100),
        ("flt-10 person7@example.com", 1),
        ("7000042", 1),
        ("0550000007", 100),
        ("نورة person7@", 0),
        ("itq-2026-00771", 11),
        # A whole reference is meant alone, without the one that begins with it; its order as well.
        ("itq-2026-007710", 1),
        ("itq-2026-007710-1", 1),
        ("nobody", 0),
    ):
        meta = (await page(search=search))["meta"]
        assert (meta["total"], meta["capped"]) == (total, False), search


async def test_a_whole_reference_is_meant_alone_by_an_organization_too(
    service: PaymentsUnderTest, client: httpx.AsyncClient, many: None
) -> None:
    viewer = actor("organization", organization_id=new_id())
    assert viewer.profile
    await execute(
        service,
        "UPDATE charges SET organization_id = :id WHERE reference LIKE 'ITQ-2026-00771%'",
        id=viewer.profile.organization_id,
    )
    for search, total in (
        ("itq-2026-00771", 11),
        ("itq-2026-007710", 1),
        ("itq-2026-007710-1", 1),
        ("itq-2026-00781", 0),
        ("flt-1", 11),
    ):
        answer = await client.get("payments", params={"search": search}, headers=viewer.headers)
        assert answer.json()["meta"]["total"] == total, search


@pytest.mark.parametrize(
    "filters",
    [
        PaymentFilter(),
        PaymentFilter(status=[PaymentStatus.FAILED]),
        PaymentFilter(way=[Way.BANK_TRANSFER]),
        PaymentFilter(amount_from=11500),
    ],
)
async def test_is_counted_by_an_index_alone(session: AsyncSession, filters: PaymentFilter) -> None:
    viewer = actor("admin", permissions=["view-payments"]).principal
    listed = payments_listed(viewer, filters, PaymentSort.AMOUNT)
    assert await tables_read(session, counted(listed, col(Payment.id))) == set()


async def test_an_organization_s_are_added_up_by_an_index_alone(
    session: AsyncSession, many: None
) -> None:
    viewer = actor("organization", organization_id=new_id()).principal
    ours, *_ = visible_parts(viewer)
    filters = PaymentFilter(status=[PaymentStatus.FAILED], way=[Way.CARD], amount_from=11500)
    for asked in (PaymentFilter(), filters):
        rows = select(in_parts([ours], asked, select(*SUMMED)))
        assert await tables_read(session, sums_of(rows)) == set()


async def test_each_part_of_what_an_organization_sees_has_its_index(
    session: AsyncSession, many: None
) -> None:
    viewer = actor("organization", organization_id=new_id()).principal
    for part, indexes in zip(
        visible_parts(viewer),
        ({"ix_payments_organization"}, {"ix_payments_payer"}, {"ix_charges_subject"}),
        strict=True,
    ):
        page = PageQuery(page=1, page_size=20)
        rows = rows_in_parts([part], PaymentFilter(), PaymentSort.CREATED_DESC, page)
        read = await plan_of(session, rows)
        assert indexes <= read
        assert "payments" not in read


async def test_names_are_found_without_the_payments_rows(session: AsyncSession, many: None) -> None:
    viewer = actor("admin", permissions=["view-payments"]).principal
    filters = PaymentFilter(search="هدى العتيبي", status=[PaymentStatus.FAILED], way=[Way.CARD])
    assert await tables_read(session, keys_sought(viewer, filters)) == {"payers"}


async def test_what_has_one_word_is_found_without_its_payer(
    session: AsyncSession, many: None
) -> None:
    """Else all payers may be read for it."""
    viewer = actor("admin", permissions=["view-payments"]).principal
    for setting in ("enable_seqscan", "enable_indexscan"):
        await session.execute(text(f"SET LOCAL {setting} = off"))
    keys = keys_sought(viewer, PaymentFilter(search="7000042"))
    *_, found = keys.selects
    read = await plan_of(session, found)
    assert "ix_payments_numbers" in read
    assert not read & {"payers", "pk_payers"}


@pytest.mark.parametrize("search", ["هدى", "flt-1", "05500000"])
async def test_what_many_have_is_met_in_the_order_of_an_index(
    session: AsyncSession, many: None, search: str
) -> None:
    viewer = actor("admin", permissions=["view-payments"]).principal
    listed = payments_listed(viewer, PaymentFilter(), PaymentSort.CREATED_DESC)
    page = PageQuery(page=1, page_size=20)
    read = await plan_of(session, rows_of(listed.where(walks_by(search)), page, col(Payment.id)))
    assert "ix_payments_created" in read
    assert not read & {"payments", "charges"}


async def test_beginnings_of_mobile_numbers_have_an_index(session: AsyncSession) -> None:
    begins = begins_mobile("055 00")
    assert begins is not None
    statement = select(col(Payer.profile_id)).where(begins)
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    assert await plan_of(session, statement) == {"ix_payers_phone"}
    for search in ("055 person7@", "person7@", "12", "هدى"):
        assert begins_mobile(search) is None


async def test_is_searched_by_an_index_for_each_column(session: AsyncSession, many: None) -> None:
    """Of ten thousand rows a scan may be quicker, so scans are made unattractive."""
    viewer = actor("admin", permissions=["view-payments"]).principal
    filters = PaymentFilter(search="person7@")
    listed = payments_listed(viewer, filters, PaymentSort.CREATED_DESC)
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    read = await plan_of(session, select(func.count()).select_from(first_rows(listed)))
    assert {"ix_payers_search", "ix_charges_subject_code", "ix_payments_numbers"} <= read
    assert not read & {"payments", "charges", "payers"}
