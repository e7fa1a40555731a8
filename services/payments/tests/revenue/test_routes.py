"""Revenue: included payments, periods and access."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.payments import ChargePurpose, ChargeStatus, RefundReason
from kit.database.db import new_id
from kit.domain import timezone
from kit.testing import Actor, actor
from payments.charges.models import Charge
from payments.config import PaymentMethod
from payments.payments.models import Payment, PaymentStatus
from payments.refunds.models import Refund, RefundStatus

from services.payments.tests.factories import PaymentsUnderTest, candidate

_numbers = count(1)
OURS, OTHERS = new_id(), new_id()
# The first moment of a Sunday in Riyadh, and the last before it.
SUNDAY = datetime(2026, 3, 7, 21, tzinfo=UTC)
SATURDAY = SUNDAY - timedelta(seconds=1)
PERIOD = {"from": "2026-03-01", "to": "2026-03-31"}


async def create_settled_charge(
    service: PaymentsUnderTest,
    at: datetime,
    amount: int,
    refunds: list[tuple[datetime, int]] | None = None,
    *,
    title: str = "Forklift",
    organization_id: UUID | None = OURS,
    currency: str = "SAR",
    purpose: ChargePurpose = ChargePurpose.ENROLLMENT,
    way: PaymentMethod = PaymentMethod.CARD,
    stray: bool = False,
) -> None:
    """Create a paid charge with refunds; `stray` is a second payment."""
    number = next(_numbers)
    charge = Charge(
        reference=f"ITQ-2026-{number:06d}",
        purpose=purpose,
        subject_id=new_id(),
        payer_profile_id=new_id(),
        payer_user_id=new_id(),
        organization_id=organization_id,
        amount_minor=amount,
        currency=currency,
        title_en=title,
        title_ar=f"{title} ع",
        status=ChargeStatus.PAID,
        paid_at=at,
    )
    payment = Payment(
        charge_id=charge.id,
        number=1,
        status=PaymentStatus.SUCCEEDED,
        amount_minor=amount,
        currency=currency,
        way=way,
        special_reference=charge.reference,
        transaction_id=-number if way is PaymentMethod.BANK_TRANSFER else number,
        expires_at=at,
        completed_at=at,
    )
    charge.payment_id = payment.id
    assert payment.transaction_id
    async with service.database.transaction() as session:
        session.add(charge)
        await session.flush()
        session.add(payment)
        await session.flush()
        for place, (done_at, part) in enumerate(refunds or []):
            session.add(
                Refund(
                    payment_id=payment.id,
                    charge_id=charge.id,
                    transaction_id=10**6 + number if stray else payment.transaction_id,
                    amount_minor=part,
                    currency=currency,
                    reason=RefundReason.ADMIN,
                    request_key=f"{number}:{place}",
                    status=RefundStatus.DONE,
                    done_at=done_at,
                )
            )


def viewer() -> Actor:
    return actor("admin", permissions=["view-payments"])


def ours(kind: str = "organization") -> Actor:
    return actor(kind, organization_id=OURS)


async def revenue(client: httpx.AsyncClient, person: Actor, **params: Any) -> dict[str, Any]:
    answer = await client.get(
        "payments/revenue", params={**PERIOD, **params}, headers=person.headers
    )
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


@pytest.fixture
async def money(service: PaymentsUnderTest) -> None:
    await create_settled_charge(service, SATURDAY, 1_000, [(SUNDAY, 300)])
    await create_settled_charge(service, SUNDAY, 500, way=PaymentMethod.BANK_TRANSFER)
    await create_settled_charge(service, SUNDAY, 70, currency="USD")
    # A refunded second payment of the same charge is no revenue.
    await create_settled_charge(service, SUNDAY, 40, [(SUNDAY, 40)], title="Crane", stray=True)
    await create_settled_charge(service, SUNDAY, 6_000, title="Crane", organization_id=OTHERS)
    await create_settled_charge(
        service,
        SATURDAY,
        9,
        title="Registration",
        organization_id=None,
        purpose=ChargePurpose.CANDIDATE_REGISTRATION,
    )
    # A bulk enrollment is no revenue of the organization that pays for it.
    await create_settled_charge(
        service, SATURDAY, 80, title="Bulk", purpose=ChargePurpose.BULK_ENROLLMENT
    )
    # Paid before the period with a partial refund within it, and after it.
    await create_settled_charge(service, SUNDAY - timedelta(days=70), 200, [(SUNDAY, 50)])
    await create_settled_charge(service, SUNDAY + timedelta(days=70), 200)


Line = tuple[Any, str, int, int, int]


def lines(body: dict[str, Any], key: str) -> list[Line]:
    return [
        (row[key], row["currency"], row["paid_minor"], row["refunded_minor"], row["net_minor"])
        for row in body["data"]
    ]


@pytest.mark.usefixtures("money")
class TestListRevenue:
    async def test_counts_money_in_its_week_and_a_refund_in_the_week_in_which_it_is_done(
        self, client: httpx.AsyncClient, queries: Callable[[], Any]
    ) -> None:
        for kind in ("organization", "staff"):
            with queries() as statements:
                body = await revenue(client, ours(kind))
            assert len(statements) == 1
            assert lines(body, "week") == [
                ("2026-03-08", "SAR", 540, 350, 190),
                ("2026-03-08", "USD", 70, 0, 70),
                ("2026-03-01", "SAR", 1_000, 0, 1_000),
            ]
        assert body["meta"] == {
            "page": 1,
            "page_size": 20,
            "total": 3,
            "capped": False,
            "first_day": "2026-03-01",
            "last_day": "2026-03-31",
            "sums": [
                {"currency": "SAR", "paid_minor": 1_540, "refunded_minor": 350, "net_minor": 1_190},
                {"currency": "USD", "paid_minor": 70, "refunded_minor": 0, "net_minor": 70},
            ],
        }

    async def test_is_the_same_however_it_is_added_up(self, client: httpx.AsyncClient) -> None:
        weeks = await revenue(client, viewer())
        assert lines(weeks, "week") == [
            ("2026-03-08", "SAR", 6_540, 350, 6_190),
            ("2026-03-08", "USD", 70, 0, 70),
            ("2026-03-01", "SAR", 1_089, 0, 1_089),
        ]
        trainings = await revenue(client, viewer(), by="training")
        assert lines(trainings, "title_en") == [
            ("Crane", "SAR", 6_040, 0, 6_040),
            ("Forklift", "SAR", 1_500, 350, 1_150),
            ("Bulk", "SAR", 80, 0, 80),
            ("Forklift", "USD", 70, 0, 70),
            ("Registration", "SAR", 9, 0, 9),
        ]
        organizations = await revenue(client, viewer(), by="organization")
        assert lines(organizations, "organization_id") == [
            (str(OTHERS), "SAR", 6_000, 0, 6_000),
            (str(OURS), "SAR", 1_540, 350, 1_190),
            (None, "SAR", 89, 0, 89),
            (str(OURS), "USD", 70, 0, 70),
        ]
        for other in (trainings, organizations):
            assert other["meta"]["sums"] == weeks["meta"]["sums"]
        second = await revenue(client, viewer(), by="training", page=2, page_size=4)
        assert [row["title_ar"] for row in second["data"]] == ["Registration ع"]
        assert second["meta"]["total"] == 5
        assert second["meta"]["sums"] == weeks["meta"]["sums"]

    async def test_a_stranger_sees_nothing(self, client: httpx.AsyncClient) -> None:
        stranger = actor("organization", organization_id=new_id())
        for by in ("week", "training", "organization"):
            body = await revenue(client, stranger, by=by)
            assert (body["data"], body["meta"]["sums"]) == ([], [])

    async def test_has_the_same_sums_as_a_file(self, client: httpx.AsyncClient) -> None:
        async def exported(**params: Any) -> list[dict[str, str]]:
            answer = await client.get(
                "payments/revenue/export",
                params={**PERIOD, "format": "csv", **params},
                headers=ours().headers,
            )
            assert answer.status_code == 200, answer.text
            return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))

        (week, *_) = await exported()
        assert week == {
            "Week from": "2026-03-08",
            "Currency": "SAR",
            "Paid": "5.40",
            "Refunded": "3.50",
            "Revenue": "1.90",
        }
        found = await exported(by="training", language="ar")
        assert [line["البند (بالعربية)"] for line in found] == [
            "Forklift ع",
            "Forklift ع",
            "Crane ع",
        ]
        (organization, _) = await exported(by="organization")
        assert organization["Organization ID"] == str(OURS)


class TestPeriod:
    async def test_is_twelve_weeks_unless_another_is_asked_for(
        self, client: httpx.AsyncClient
    ) -> None:
        async def asked(**params: str) -> tuple[str, str]:
            answer = await client.get("payments/revenue", params=params, headers=ours().headers)
            meta = answer.json()["meta"]
            return meta["first_day"], meta["last_day"]

        (first, last) = await asked()
        assert last == str(timezone.today())
        assert timedelta(weeks=11) <= timezone.today() - datetime.fromisoformat(first).date()
        assert await asked(to="2026-03-07") == ("2025-12-14", "2026-03-07")
        assert await asked(to="2026-03-08") == ("2025-12-21", "2026-03-08")
        two_years = {"from": "2024-03-01", "to": "2026-03-01"}
        assert await asked(**two_years) == ("2024-03-01", "2026-03-01")

    async def test_a_bad_one_is_422_at_its_field(self, client: httpx.AsyncClient) -> None:
        for path in ("payments/revenue", "payments/revenue/export"):
            for params, field, code in (
                ({"from": "2026-03-02", "to": "2026-03-01"}, "to", "period.ends_before_start"),
                ({"from": "2199-03-02"}, "from", "period.ends_before_start"),
                ({"from": "2023-03-01", "to": "2026-03-01"}, "from", "period.too_long"),
                ({"from": "x"}, "from", None),
                ({"to": "0001-01-01"}, "to", None),
                ({"by": "day"}, "by", None),
            ):
                answer = await client.get(path, params=params, headers=ours().headers)
                assert answer.status_code == 422, params
                body = answer.json()
                (problem,) = body["fields"]
                assert problem["field"] == field
                # A list has no such form field, so it reports the error as a whole.
                assert code is None or code == problem["code"] == body["code"]

    async def test_access_is_refused(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("payments/revenue")).status_code == 401
        for person in (candidate(), actor("admin", permissions=["view-users"])):
            answer = await client.get("payments/revenue", headers=person.headers)
            assert answer.status_code == 403
