"""Charge lines and their VAT."""

import random
from datetime import timedelta
from itertools import product
from typing import Any

import httpx
import pytest
from contracts.catalog import Seller, VatRate
from contracts.enrollment import ChargeLine, RefundRequested
from contracts.payments import ChargePurpose
from contracts.testing import event
from kit.database.db import new_id
from kit.domain.timezone import today
from kit.testing import actor
from payments.charges.models import Charge
from payments.charges.rules import Vat, add_vat
from payments.refunds.models import Refund

from services.payments.tests.factories import (
    PaymentsUnderTest,
    Sandbox,
    build_profile,
    build_request,
    candidate,
    fees,
    get_charge,
    list_rows,
    owe,
    start,
)

REGISTERED = Seller(vat_registered=True, vat_number="310000000000003")
LINES = (
    ChargeLine(title_en="Seats", title_ar="مقاعد", code="FLT-1", quantity=3, unit_minor=33_33),
    ChargeLine(title_en="Fees", title_ar="رسوم", quantity=1, unit_minor=1),
)
TOTAL = 3 * 33_33 + 1


def line(quantity: int, unit_minor: int) -> ChargeLine:
    return ChargeLine(title_en="", title_ar="", quantity=quantity, unit_minor=unit_minor)


def test_net_and_tax_come_to_the_amount_and_the_tax_is_that_of_the_net() -> None:
    chosen = random.Random(7)
    prices = [*range(200), *(chosen.randrange(10**10) for _ in range(300))]
    for price, percent, included in product(prices, range(101), (True, False)):
        made = add_vat(line(1, price), Vat(percent, included))
        assert made.net_minor + made.vat_minor == made.amount_minor
        assert (made.amount_minor if included else made.net_minor) == price
        # At most half a minor unit from the exact VAT.
        whole = 100 + percent if included else 100
        assert abs(2 * (made.vat_minor * whole - price * percent)) <= whole


@pytest.mark.parametrize(
    ("price", "vat", "net", "tax"),
    [
        (11_500, Vat(15, included=True), 10_000, 1_500),
        (10_000, Vat(15, included=False), 10_000, 1_500),
        (10, Vat(15, included=False), 10, 2),  # 1.5, half up
        (3, Vat(15, included=False), 3, 0),  # 0.45
        (100, Vat(), 100, 0),
    ],
)
def test_rounds_half_up(price: int, vat: Vat, net: int, tax: int) -> None:
    made = add_vat(line(1, price), vat)
    assert (made.net_minor, made.vat_minor) == (net, tax)


def adds_up(charge: Charge) -> bool:
    sums = [sum(each[name] for each in charge.lines) for name in ("amount_minor", "vat_minor")]
    return sums == [charge.amount_minor, charge.vat_minor]


async def test_the_rate_is_that_of_the_day_on_which_a_charge_opens(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    person = candidate()
    before = await owe(service, person, amount_minor=10_000)
    assert (before.vat_percent, before.vat_minor, before.amount_minor) == (0, 0, 10_000)
    assert [each["quantity"] for each in before.lines] == [1], "one thing is one line"

    rates = (
        VatRate(percent=5, valid_from=today() - timedelta(days=900)),
        VatRate(percent=15, valid_from=today()),
        VatRate(percent=20, valid_from=today() + timedelta(days=1)),
    )
    terms: dict[str, Any] = {"seller": REGISTERED, "vat_rates": rates}
    settings = fees(**terms, vat_included=False)
    await service.deliver(settings)
    request = build_request(person, amount_minor=TOTAL, lines=LINES)
    await service.deliver(request)
    added = await get_charge(service, request.subject_id)
    assert (added.asked_minor, added.vat_minor) == (TOTAL, 1500)
    assert (added.amount_minor, adds_up(added)) == (TOTAL + 1500, True)

    # A new rate, and prices including VAT, apply only to charges opened afterwards.
    await service.deliver(fees(**terms | {"vat_rates": rates[:1]}, vat_included=True), sequence=2)
    await service.deliver(request, sequence=2)
    assert (await get_charge(service, request.subject_id)).vat_minor == 1500
    included = await owe(service, person, amount_minor=10_500)
    assert (included.amount_minor, included.vat_minor) == (10_500, 500)

    # An unregistered seller charges no VAT; older settings arriving late are ignored.
    await service.deliver(fees(**terms | {"seller": Seller()}), sequence=4)
    await service.deliver(settings, sequence=3)
    assert (await owe(service, person)).vat_minor == 0

    shown = (await client.get(f"charges/{added.id}", headers=person.headers)).json()
    assert (shown["vat_percent"], shown["vat_minor"], shown["vat_included"]) == (15, 1500, False)
    assert [each["net_minor"] for each in shown["lines"]] == [3 * 33_33, 1]


async def test_a_registration_fee_to_which_tax_is_added_stays_as_it_is(
    service: PaymentsUnderTest,
) -> None:
    rates = (VatRate(percent=15, valid_from=today()),)
    await service.deliver(fees(seller=REGISTERED, vat_rates=rates, vat_included=False))
    person = candidate()
    await service.deliver(build_profile(person))
    (charge,) = await list_rows(service, Charge)
    assert (charge.asked_minor, charge.amount_minor) == (11_500, 13_225)
    await service.sweep("align_registrations")
    assert [each.version for each in await list_rows(service, Charge)] == [charge.version]
    await service.deliver(
        fees(20_000, seller=REGISTERED, vat_rates=rates, vat_included=False), sequence=2
    )
    await service.sweep("align_registrations")
    (charge,) = await list_rows(service, Charge)
    assert (charge.amount_minor, adds_up(charge)) == (23_000, True)


async def test_a_seat_of_many_goes_back_with_its_tax(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    rates = (VatRate(percent=15, valid_from=today()),)
    await service.deliver(fees(seller=REGISTERED, vat_rates=rates, vat_included=False))
    owner = actor("organization", organization_id=new_id())
    assert owner.profile
    request = build_request(
        owner,
        purpose=ChargePurpose.BULK_ENROLLMENT,
        organization_id=owner.profile.organization_id,
        amount_minor=TOTAL,
        lines=LINES,
    )
    await service.deliver(request)
    charge = await get_charge(service, request.subject_id)
    started = await start(client, owner, charge)
    await sandbox.pay(started["checkout_url"])
    await sandbox.delivered()
    for _ in range(4):
        await service.deliver(
            event(RefundRequested, charge_id=charge.id, amount_minor=33_33, subject_id=new_id())
        )
    amounts = [each.amount_minor for each in await list_rows(service, Refund)]
    assert amounts[:3] == [38_33, 38_33, 38_33]
    assert sum(amounts) == charge.amount_minor, "never more than was paid"
