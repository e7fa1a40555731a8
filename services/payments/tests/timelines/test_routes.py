"""A charge's timeline: steps, admin-only details and number of queries."""

from collections.abc import Callable
from typing import Any

import httpx
from kit.testing import Actor, actor, eventually
from payments.settlement.models import Inquiry
from pytest import MonkeyPatch

from deploy.sandboxes.paymob.acquirer import Acquirer
from services.payments.tests.factories import (
    PENDING,
    POOR,
    PRICE,
    PaymentsUnderTest,
    Sandbox,
    candidate,
    execute,
    inquire_all,
    list_rows,
    owe,
    refund,
    send_refunds,
    start,
    the_payment,
)

VIEWER = actor("admin", permissions=["view-payments"])


async def timeline(client: httpx.AsyncClient, person: Actor, charge_id: object) -> dict[str, Any]:
    answer = await client.get(f"charges/{charge_id}/timeline", headers=person.headers)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def steps(body: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(entry["step"], entry["code"]) for entry in body["entries"]]


async def test_shows_of_a_decline_the_questions_the_money_and_what_went_back(
    service: PaymentsUnderTest,
    client: httpx.AsyncClient,
    sandbox: Sandbox,
    queries: Callable[[], Any],
) -> None:
    person = candidate()
    charge = await owe(service, person)
    started = await start(client, person, charge)
    await sandbox.fail("inquiry", status=502)
    assert await inquire_all(service) == 1
    for _ in range(3):
        assert await inquire_all(service) == 1
    waiting = await timeline(client, person, charge.id)
    assert steps(waiting) == [
        ("opened", None),
        ("page_opened", None),
        ("asked", "unreachable"),
        ("asked", "unpaid"),
    ]
    assert waiting["entries"][-1]["times"] == 3
    assert waiting["entries"][-1]["since"] < waiting["entries"][-1]["at"]
    next_at = (await the_payment(service)).next_inquiry_at
    assert next_at and waiting["next_inquiry_at"] == next_at.isoformat().replace("+00:00", "Z")

    await sandbox.pay(started["checkout_url"], POOR)
    await sandbox.delivered(1)
    await sandbox.pay(started["checkout_url"])
    await sandbox.delivered(2)
    paid = await the_payment(service)
    assert (await refund(client, paid.id, amount_minor=100)).status_code == 202
    assert await send_refunds(service) == 1
    await sandbox.delivered(3)
    with queries() as statements:
        body = await timeline(client, person, charge.id)
    assert len(statements) == 7
    assert steps(body)[4:8] == [
        ("declined", "insufficient_funds"),
        ("paid", None),
        ("refund_requested", "admin"),
        ("refunded", "admin"),
    ]
    assert [body["entries"][at]["amount_minor"] for at in (0, 5, 7)] == [PRICE, PRICE, 100]
    assert body["next_inquiry_at"] is None
    assert {entry["technical"] for entry in body["entries"]} == {None}

    seen = await timeline(client, VIEWER, charge.id)
    assert [entry["step"] for entry in seen["entries"]] == [e["step"] for e in body["entries"]]
    technical = [entry["technical"] for entry in seen["entries"]]
    assert technical[5]["transaction_id"] == str(paid.transaction_id)
    assert "Insufficient funds" in technical[4]["error"]
    assert technical[2]["error"]


async def test_shows_of_money_under_review_and_of_money_that_is_too_much(
    service: PaymentsUnderTest,
    client: httpx.AsyncClient,
    sandbox: Sandbox,
    monkeypatch: MonkeyPatch,
) -> None:
    person = candidate()
    charge = await owe(service, person)
    started = await start(client, person, charge)
    await sandbox.pay(started["checkout_url"], PENDING)
    await inquire_all(service)
    assert steps(await timeline(client, person, charge.id))[-1] == ("asked", "pending")

    other = await owe(service, person)
    await sandbox.behave(report_amount_cents=100)
    await sandbox.pay((await start(client, person, other))["checkout_url"])
    await sandbox.behave(report_amount_cents=None)

    async def is_under_review() -> bool:
        await sandbox.heard()
        found = await timeline(client, person, other.id)
        return ("under_review", "amount") in steps(found)

    await eventually(is_under_review)

    twice = await owe(service, person)
    started = await start(client, person, twice)
    before = len(await sandbox.callbacks())
    await sandbox.pay(started["checkout_url"])
    await sandbox.delivered(before + 1)
    monkeypatch.setattr(Acquirer, "find_payment", lambda *_: None)
    await sandbox.pay(started["checkout_url"])

    async def is_paid_twice() -> bool:
        await sandbox.heard()
        found = steps(await timeline(client, person, twice.id))
        return ("paid_besides", None) in found and ("refund_requested", "paid_twice") in found

    await eventually(is_paid_twice)


async def test_shows_how_charges_end(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    person = candidate()
    charge = await owe(service, person)
    await sandbox.fail("intention", status=500)
    answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
    assert answer.status_code == 503
    assert ("page_failed", "provider_unavailable") in steps(
        await timeline(client, person, charge.id)
    )
    await start(client, person, charge)
    await execute(service, "UPDATE payments SET expires_at = now() WHERE status = 'redirected'")
    await inquire_all(service)
    assert ("ended", "expired") in steps(await timeline(client, person, charge.id))
    for status in ("cancelled", "expired"):
        await execute(service, "UPDATE charges SET closed_at = now(), status = :of", of=status)
        assert steps(await timeline(client, person, charge.id))[-1] == (status, None)
    free = await owe(service, person, amount_minor=0)
    assert steps(await timeline(client, person, free.id)) == [("opened", None), ("waived", None)]


async def test_inquiries_with_the_same_answer_are_one_row(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    person = candidate()
    await start(client, person, await owe(service, person))
    for _ in range(5):
        await inquire_all(service)
    (inquiry,) = await list_rows(service, Inquiry)
    assert (inquiry.outcome, inquiry.times) == ("unpaid", 5)


async def test_access_is_refused(service: PaymentsUnderTest, client: httpx.AsyncClient) -> None:
    charge = await owe(service, candidate())
    path = f"charges/{charge.id}/timeline"
    assert (await client.get(path)).status_code == 401
    assert (await client.get(path, headers=candidate().headers)).status_code == 404
    stranger = actor("organization", permissions=["view-payments"])
    assert (await client.get(path, headers=stranger.headers)).status_code == 404
