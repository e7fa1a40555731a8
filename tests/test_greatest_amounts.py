"""The greatest amounts, quantities and counts pass from catalog's input through enrollment and
payments by events.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from importlib import import_module
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts import EVENTS, SUPER_ADMIN, ApprovalStatus, ContentType, ProfileType
from contracts.approvals import RequestApproved
from contracts.catalog import BatchStatus, BatchUpdated
from contracts.identity import ProfileUpdated
from contracts.payments import ChargePaid, ChargeStatus
from contracts.people import PeopleAdmitted, PeopleMatched
from contracts.testing import event
from kit.core.config import Environment
from kit.database.db import new_id, now, utc_now
from kit.testing import Actor, ServiceUnderTest, actor, fresh_database, running
from kit.web import migrations
from payments.charges.models import Charge
from payments.charges.service import lock_charge
from payments.config import PaymentMethod
from payments.payments.models import Payment, ReceivedMoney
from payments.refunds.models import Refund
from payments.refunds.service import confirm_refund, lock_refund
from payments.settlement.service import settle_money
from sqlalchemy import Row, select, text
from sqlmodel import col

from services.catalog.tests.announcements.test_routes import body as announcement_json
from services.catalog.tests.factories import (
    batch_json,
    make_category,
    make_organization,
    training_json,
)
from services.enrollment.tests.bulk_enrollments import factories as bulk
from services.enrollment.tests.factories import candidate, enrolled, execute, seats_of, status_of
from services.payments.tests.factories import build_profile

SERVICES = ("catalog", "enrollment", "payments")
PRICE, SEATS, TAX_PERCENT, STAFF = 100_000_000, 10_000, 100, 1000
Services = dict[str, ServiceUnderTest]
Answers = Callable[[ServiceUnderTest], Awaitable[Sequence[PeopleMatched | PeopleAdmitted]]]


@pytest.fixture(scope="module")
async def started(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    async with AsyncExitStack() as stack:
        found = {}
        for name in SERVICES:
            declaration = import_module(f"{name}.main").app
            url = await stack.enter_async_context(fresh_database(postgres_url, name))
            await asyncio.to_thread(migrations.migrate, declaration, url)
            settings = declaration.settings(
                env=Environment.TEST,
                database_url=url,
                files_url=tmp_path_factory.mktemp(name).as_uri(),
                log_level="WARNING",
            )
            found[name] = await stack.enter_async_context(running(declaration, settings))
        yield found


@pytest.fixture
async def services(started: Services) -> Services:
    for service in started.values():
        await service.empty()
    await change_settings(started)
    return started


def client_of(service: ServiceUnderTest) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(service.app)
    return httpx.AsyncClient(transport=transport, base_url="http://test/api/v1/")


@pytest.fixture
async def client(services: Services) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(services["enrollment"]) as client:
        yield client


async def write(
    service: ServiceUnderTest, path: str, body: dict[str, Any], person: Actor | None = None
) -> dict[str, Any]:
    """Send what a form sends; the answer."""
    headers = (person or actor("admin", roles=[SUPER_ADMIN])).headers
    async with client_of(service) as client:
        answer = await client.post(path, json=body, headers=headers)
    assert answer.is_success, answer.text
    read: dict[str, Any] = answer.json()
    return read


async def change_settings(services: Services) -> None:
    """The greatest registration fees, and the greatest tax, which is added to all prices."""
    types = ("candidate", "staff", "organization")
    settings = {
        "registration_fees": {f"{each}_minor": PRICE for each in types},
        "enrollment": {"payment_window_hours": 720, "bulk_registration": "organization"},
        "payment": {
            "vat_rates": [{"percent": TAX_PERCENT, "valid_from": "2026-01-01"}],
            "vat_included": False,
        },
        "seller": {"vat_registered": True, "vat_number": "300000000000003"},
    }
    await write(services["catalog"], "settings", settings)
    await exchange(services)


async def make_batch(services: Services) -> BatchUpdated:
    """A batch with the greatest of all that its organization enters, as catalog publishes it."""
    catalog = services["catalog"]
    async with catalog.database.transaction() as session:
        category = await make_category(session)
        organization = await make_organization(session, new_id())
    owner = actor("organization", organization_id=organization.id)
    training = training_json(
        category.id,
        duration_hours=2000,
        certificate_valid_months=240,
        min_attendance_percent=100,
        min_score_percent=100,
    )
    training = await write(catalog, "trainings", training, owner)
    version = {"version": training["version"]}
    await write(catalog, f"trainings/{training['id']}/publish", version, owner)
    batch = batch_json(
        training_id=training["id"],
        price_minor=PRICE,
        price_10_minor=PRICE,
        price_50_minor=PRICE,
        capacity=SEATS,
        minimum=SEATS,
        free_cancellation_hours=8760,
        kept_percent=100,
        payment_window_hours=720,
        enrollment_opens_at=(utc_now() - timedelta(days=1)).isoformat(),
    )
    batch = await write(catalog, "batches", batch, owner)
    await write(catalog, f"batches/{batch['id']}/publish", {"version": batch["version"]}, owner)
    await exchange(services)
    return (await catalog.published(BatchUpdated))[-1]


async def exchange(services: Services) -> None:
    """Deliver all that each publishes to the others, until none has anything more to say."""
    news = True
    while news:
        news = False
        for source in services.values():
            for row in await _take_unpublished(source):
                kind = EVENTS[row.type]
                targets = [each for each in services.values() if kind in each.declaration.handlers]
                if targets:
                    news = True
                    message = kind.model_validate(row.body["data"])
                    for target in targets:
                        await target.deliver(
                            message, sequence=row.body["sequence"], message_id=row.id
                        )


async def _take_unpublished(service: ServiceUnderTest) -> list[Row[Any]]:
    async with service.database.engine.begin() as connection:
        taken = await connection.execute(
            text(
                "UPDATE outbox SET published_at = now() WHERE published_at IS NULL"
                " RETURNING id, type, body::json AS body, created_at"
            )
        )
        return sorted(taken, key=lambda row: row.created_at)


async def answer_as_identity(service: ServiceUnderTest, sweep: str, answers: Answers) -> None:
    """Answer what a file of people asks identity, until it asks nothing more."""
    while await service.sweep(sweep):
        for answer in await answers(service):
            await service.deliver(answer, message_id=answer.portion)
        # What is answered is not read again.
        await execute(service, "DELETE FROM outbox WHERE type LIKE 'enrollment.people.%'")


async def pay(services: Services) -> int:
    """Pay the one charge; its amount."""
    async with services["payments"].database.transaction() as session:
        (charge_id,) = await session.scalars(select(col(Charge.id)))
        charge = await lock_charge(session, charge_id)
        payment = Payment(
            charge_id=charge.id,
            number=1,
            way=PaymentMethod.BANK_TRANSFER,
            amount_minor=charge.amount_minor,
            currency=charge.currency,
            special_reference=charge.reference,
            expires_at=await now(session),
        )
        money = ReceivedMoney(-1, charge.amount_minor, charge.currency)
        assert await settle_money(session, charge, payment, money) == "paid"
        return charge.amount_minor


async def refund_all(services: Services) -> int:
    """Pay the requested refund and return its amount."""
    async with services["payments"].database.transaction() as session:
        (refund_id,) = await session.scalars(select(col(Refund.id)))
        refund = await lock_refund(session, refund_id)
        await confirm_refund(session, refund)
        return refund.amount_minor


async def cancel_batch(services: Services, batch: BatchUpdated) -> None:
    cancelled = batch.model_copy(update={"status": BatchStatus.CANCELLED})
    await services["enrollment"].deliver(cancelled, sequence=100)
    for sweep in ("cancel_with_batch", "end_bought_seats"):
        await services["enrollment"].sweep(sweep)


async def assert_all_is_well(services: Services) -> None:
    assert [await service.broken() for service in services.values()] == [{}] * len(services)


async def test_the_largest_purchase_of_seats(services: Services, client: httpx.AsyncClient) -> None:
    enrollment, batch = services["enrollment"], await make_batch(services)
    buyer: Actor = actor(
        "organization",
        organization_id=batch.organization_id,
        permissions={"create-bulk-enrollments", "view-enrollments"},
    )
    body = {"batch_id": str(batch.batch_id), "seats": SEATS, "total_minor": SEATS * PRICE}
    answer = await client.post("bulk-enrollments/seats", json=body, headers=buyer.headers)
    assert answer.status_code == 201, answer.text
    await exchange(services)
    assert await pay(services) == SEATS * PRICE * 2
    await exchange(services)
    (paid,) = await services["payments"].published(ChargePaid)
    assert paid.amount_minor == SEATS * PRICE * 2
    path = f"enrollments/of-batch/{batch.batch_id}"
    assert (await client.get(path, headers=buyer.headers)).json()["paid_minor"] == SEATS * PRICE
    await assert_all_is_well(services)
    await cancel_batch(services, batch)
    await exchange(services)
    assert await refund_all(services) == SEATS * PRICE * 2
    await exchange(services)
    assert await seats_of(enrollment, batch) == (SEATS, 0, 0)
    await assert_all_is_well(services)


async def test_the_highest_price_of_a_seat(services: Services, client: httpx.AsyncClient) -> None:
    batch = await make_batch(services)
    enrollment = await enrolled(client, candidate(), batch)
    await exchange(services)
    assert await pay(services) == PRICE * 2
    await exchange(services)
    assert await status_of(services["enrollment"], enrollment) == "confirmed"
    await cancel_batch(services, batch)
    await exchange(services)
    assert await refund_all(services) == PRICE * 2
    await exchange(services)
    await assert_all_is_well(services)
    async with services["enrollment"].database.engine.connect() as connection:
        status = await connection.scalar(text("SELECT status FROM charges"))
    assert status == ChargeStatus.REFUNDED


async def test_the_largest_file_of_people(services: Services, client: httpx.AsyncClient) -> None:
    enrollment, batch = services["enrollment"], await make_batch(services)
    us = bulk.organization(batch.organization_id)
    answer = await bulk.send(client, us, bulk.people(SEATS), batch)
    assert answer.status_code == 201, answer.text
    await answer_as_identity(enrollment, "check_bulk_enrollments", bulk.matched_answers)
    # Each new person's registration is paid by the organization too.
    total = SEATS * PRICE * 2
    answer = await bulk.press(client, us, answer.json(), "confirm", total_minor=total)
    assert answer.status_code == 200, answer.text
    await answer_as_identity(enrollment, "request_admission", bulk.admitted_answers)
    while await enrollment.sweep("end_admission"):
        pass
    await exchange(services)
    assert await pay(services) == total * 2
    await exchange(services)
    assert (await bulk.read(client, us, answer.json()))["confirmed"] == SEATS
    assert await seats_of(enrollment, batch) == (SEATS, SEATS, 0)
    await assert_all_is_well(services)


async def test_the_highest_fee_of_an_application(
    services: Services, client: httpx.AsyncClient
) -> None:
    catalog, enrollment = services["catalog"], services["enrollment"]
    async with catalog.database.transaction() as session:
        category = await make_category(session)
    announcement = announcement_json(category.id, fee_minor=PRICE, staff_needed=STAFF)
    announcement = await write(catalog, "announcements", announcement)
    version = {"version": announcement["version"]}
    await write(catalog, f"announcements/{announcement['id']}/submit", version)
    await catalog.deliver(
        event(
            RequestApproved,
            content_type=ContentType.ANNOUNCEMENT,
            content_id=UUID(announcement["id"]),
            submission=1,
        )
    )
    await exchange(services)

    us, staff = bulk.organization(), [new_id() for _ in range(STAFF)]
    assert us.profile and us.profile.organization_id
    employed = [
        event(
            ProfileUpdated,
            profile_id=profile_id,
            profile_type=ProfileType.STAFF,
            organization_id=us.profile.organization_id,
            approval_status=ApprovalStatus.APPROVED,
            paid=True,
        )
        for profile_id in staff
    ]
    await enrollment.deliver_batch([(each, 1) for each in employed])
    application = await write(
        enrollment, "applications", {"announcement_id": announcement["id"]}, us
    )
    path = f"applications/{application['id']}"
    named = {"version": application["version"], "note": "", "profile_ids": [*map(str, staff)]}
    answer = await client.put(path, json=named, headers=us.headers)
    assert answer.status_code == 200, answer.text
    await write(enrollment, f"{path}/submit", {"version": answer.json()["version"]}, us)
    await exchange(services)
    assert await pay(services) == PRICE * 2
    await exchange(services)
    answer = await client.get(path, headers=us.headers)
    assert (answer.json()["status"], answer.json()["fee_minor"]) == ("submitted", PRICE)
    await assert_all_is_well(services)


async def test_the_highest_registration_fee(services: Services) -> None:
    await services["payments"].deliver(build_profile(candidate()))
    assert await pay(services) == PRICE * 2
    await assert_all_is_well(services)
