"""The greatest allowed amounts, quantities and counts pass through enrollment and payments, by the
events that each publishes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from contracts import EVENTS
from contracts.catalog import BatchStatus, BatchUpdated, SettingsUpdated
from contracts.payments import ChargePaid, ChargeStatus
from kit import migrations
from kit.config import Environment
from kit.db import now
from kit.testing import Actor, ServiceUnderTest, actor, fresh_database, running
from payments.charges.models import Charge
from payments.charges.service import lock_charge
from payments.config import Way
from payments.payments.models import Payment, ReceivedMoney
from payments.refunds.models import Refund
from payments.refunds.service import confirm, lock_refund
from payments.settlement.settle import settle_money
from sqlalchemy import select, text
from sqlmodel import col

from services.enrollment.tests.factories import (
    batch_updated,
    candidate,
    enrolled,
    seats_of,
    status_of,
)
from services.payments.tests.factories import fees

PRICE, SEATS, TAX_PERCENT = 100_000_000, 10_000, 100
Services = dict[str, ServiceUnderTest]


@pytest.fixture
async def services(postgres_url: str, tmp_path: Path) -> AsyncIterator[Services]:
    async with AsyncExitStack() as stack:
        found = {}
        for name in ("enrollment", "payments"):
            declaration = import_module(f"{name}.main").app
            url = await stack.enter_async_context(fresh_database(postgres_url, name))
            await asyncio.to_thread(migrations.migrate, declaration, url)
            settings = declaration.settings(
                env=Environment.TEST, database_url=url, files_url=tmp_path.as_uri()
            )
            found[name] = await stack.enter_async_context(running(declaration, settings))
        await found["payments"].deliver(taxed_settings())
        yield found


@pytest.fixture
async def client(services: Services) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(services["enrollment"].app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test/api/v1/") as client:
        yield client


def taxed_settings() -> SettingsUpdated:
    """The greatest tax, which is added to the price."""
    seller = {"vat_registered": True, "vat_number": "300000000000003"}
    rates = [{"percent": TAX_PERCENT, "valid_from": date(2026, 1, 1).isoformat()}]
    settings = fees().model_dump(mode="json")
    settings |= {"seller": {**settings["seller"], **seller}, "vat_included": False}
    return SettingsUpdated.model_validate(settings | {"vat_rates": rates})


async def exchange(services: Services) -> None:
    """Deliver all that each publishes to the other, until neither has anything more to say."""
    seen: set[Any] = set()
    news = True
    while news:
        news = False
        for source, target in (("enrollment", "payments"), ("payments", "enrollment")):
            async with services[source].database.engine.connect() as connection:
                rows = list(
                    await connection.execute(
                        text("SELECT id, type, body::json AS body FROM outbox ORDER BY created_at")
                    )
                )
            for row in rows:
                kind = EVENTS[row.type]
                if row.id in seen or kind not in services[target].declaration.handlers:
                    continue
                seen.add(row.id)
                news = True
                message = kind.model_validate(row.body["data"])
                await services[target].deliver(
                    message, sequence=row.body["sequence"], message_id=row.id
                )


async def pay(services: Services) -> int:
    """Pay the one charge; its amount."""
    async with services["payments"].database.transaction() as session:
        (charge_id,) = await session.scalars(select(col(Charge.id)))
        charge = await lock_charge(session, charge_id)
        payment = Payment(
            charge_id=charge.id,
            number=1,
            way=Way.BANK_TRANSFER,
            amount_minor=charge.amount_minor,
            currency=charge.currency,
            special_reference=charge.reference,
            expires_at=await now(session),
        )
        money = ReceivedMoney(-1, charge.amount_minor, charge.currency)
        assert await settle_money(session, charge, payment, money) == "paid"
        return charge.amount_minor


async def refund_all(services: Services) -> int:
    """Give back what was asked to go back; how much."""
    async with services["payments"].database.transaction() as session:
        (refund_id,) = await session.scalars(select(col(Refund.id)))
        refund = await lock_refund(session, refund_id)
        await confirm(session, refund)
        return refund.amount_minor


async def cancel_batch(services: Services, batch: BatchUpdated) -> None:
    cancelled = batch.model_copy(update={"status": BatchStatus.CANCELLED})
    await services["enrollment"].deliver(cancelled, sequence=2)
    for sweep in ("cancel_with_batch", "end_bought_seats"):
        await services["enrollment"].sweep(sweep)


async def assert_all_is_well(services: Services) -> None:
    assert [await service.broken() for service in services.values()] == [{}, {}]


async def test_the_greatest_purchase_of_seats(
    services: Services, client: httpx.AsyncClient
) -> None:
    enrollment = services["enrollment"]
    batch = batch_updated(price_minor=PRICE, capacity=SEATS)
    await enrollment.deliver(batch)
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


async def test_the_greatest_price_of_a_seat(services: Services, client: httpx.AsyncClient) -> None:
    batch = batch_updated(price_minor=PRICE)
    await services["enrollment"].deliver(batch)
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
