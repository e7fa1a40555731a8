"""Triggers copy the payer and organization from the charge on every write."""

import asyncio
from uuid import UUID

import httpx
import pytest
from kit.database.db import new_id
from payments.charges.models import Charge
from payments.payments.models import Payment
from sqlalchemy import text

from services.payments.tests.factories import (
    PaymentsUnderTest,
    candidate,
    execute,
    list_rows,
    owe,
    start,
    the_payment,
)

pytestmark = pytest.mark.usefixtures("sandbox")

ANOTHER = """
    INSERT INTO payments (id, charge_id, number, status, amount_minor, currency, special_reference,
      refunded_minor, expires_at, inquiries, version, created_at)
    SELECT gen_random_uuid(), charge_id, 2, 'failed', amount_minor, currency, 'another',
      0, now(), 0, 1, now()
    FROM payments
"""


async def attempt(service: PaymentsUnderTest, client: httpx.AsyncClient) -> Charge:
    """Create a charge with one payment."""
    person = candidate()
    charge = await owe(service, person)
    await start(client, person, charge)
    return charge


async def whose(service: PaymentsUnderTest) -> tuple[UUID | None, UUID | None]:
    payment = await the_payment(service)
    return payment.organization_id, payment.payer_profile_id


async def test_they_are_whose_their_charge_is(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    charge = await attempt(service, client)
    assert charge.organization_id
    assert await whose(service) == (charge.organization_id, charge.payer_profile_id)


async def test_they_follow_a_charge_that_others_pay(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    charge, other = await attempt(service, client), new_id()
    await execute(service, "UPDATE charges SET payer_profile_id = :other", other=other)
    assert await whose(service) == (charge.organization_id, other)
    await execute(service, "UPDATE charges SET organization_id = NULL")
    assert await whose(service) == (None, other)


async def test_they_become_whose_the_charge_is_to_which_they_are_moved(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    await attempt(service, client)
    other = await owe(service, candidate())
    await execute(service, "UPDATE payments SET charge_id = :other", other=other.id)
    assert await whose(service) == (other.organization_id, other.payer_profile_id)


async def test_whoever_changes_the_charge_waits_for_whoever_adds_a_payment(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    charge, other = await attempt(service, client), new_id()
    async with service.database.engine.begin() as adding:
        # Written by code that does not lock the charge as ours does.
        await adding.execute(text(ANOTHER))
        changing = asyncio.create_task(
            execute(service, "UPDATE charges SET payer_profile_id = :other", other=other)
        )
        await asyncio.wait([changing], timeout=0.3)
        assert not changing.done()
    await changing
    payments = await list_rows(service, Payment)
    assert [(each.charge_id, each.payer_profile_id) for each in payments] == 2 * [
        (charge.id, other)
    ]
