"""Settlement reports: each kind of line, tasks for differences, and access."""

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from contracts.audit import PaymentsAuditRecorded
from kit.domain.timezone import today
from kit.testing import Actor, actor
from payments.config import PaymentMethod
from payments.payments.models import Payment

from services.payments.tests.factories import (
    PRICE,
    Pay,
    PaymentsUnderTest,
    Sandbox,
    execute,
    refund,
    send_refunds,
    the_refund,
)

HEADINGS = "Transaction ID,Type,Amount,Fee,Currency,Date,Reference"


def reconciler() -> Actor:
    return actor("admin", permissions=["reconcile-payments"])


async def upload(
    client: httpx.AsyncClient,
    lines: list[str],
    person: Actor | None = None,
    headings: str = HEADINGS,
    **data: str,
) -> httpx.Response:
    content = "\n".join([headings, *lines]).encode()
    return await client.post(
        "payments/settlement-reports",
        files={"file": ("report.csv", content, "text/csv")},
        data=data,
        headers=(person or reconciler()).headers,
    )


async def lines_of(client: httpx.AsyncClient, person: Actor, **params: Any) -> list[dict[str, Any]]:
    answer = await client.get("payments/settlement-lines", params=params, headers=person.headers)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["data"]
    return found


async def change(
    client: httpx.AsyncClient, person: Actor, line: dict[str, Any], **body: Any
) -> httpx.Response:
    return await client.patch(
        f"payments/settlement-lines/{line['id']}",
        json={"version": line["version"], **body},
        headers=person.headers,
    )


async def transaction_of(service: PaymentsUnderTest, pay: Pay) -> int:
    charge = await pay()
    async with service.database.transaction() as session:
        payment = await session.get_one(Payment, charge.payment_id)
    assert payment.transaction_id
    return payment.transaction_id


async def test_each_line_is_compared_and_each_difference_is_a_task(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, pay: Pay
) -> None:
    good, other, lacking = [await transaction_of(service, pay) for _ in range(3)]
    half = await pay()
    assert half.payment_id
    # A partial refund, not a void.
    assert (await refund(client, half.payment_id, amount_minor=2_500)).status_code == 202
    await send_refunds(service)
    back = (await the_refund(service)).refund_transaction_id
    async with service.database.transaction() as session:
        partly = (await session.get_one(Payment, half.payment_id)).transaction_id
    day = today()
    amount = f"{PRICE / 100:.2f}"
    lines = [
        f"{good},payment,{amount},37.50,SAR,{day},",
        f'{other},Sale,"1,400.00",35.00,SAR,{day},',
        f"999,payment,20.00,0.50,SAR,{day:%d/%m/%Y},GHOST-1",
        f"{partly},payment,{amount},37.50,SAR,{day},",
        f"{back},refund,-25.00,0,SAR,{day},",
        f"{good},payment,{amount},37.50,SAR,{day},",
        f",fee,12.00,,SAR,{day},monthly",
        f",payout,2855.00,,SAR,{day},",
    ]
    person = reconciler()
    answer = await upload(client, lines, person)
    assert answer.status_code == 201, answer.text
    report = answer.json()
    assert (report["lines"], report["open"]) == (9, 4)
    assert {each["outcome"]: each["lines"] for each in report["sums"]} == {
        "matched": 3,
        "other_amount": 1,
        "missing_here": 1,
        "missing_there": 1,
        "repeated": 1,
        "fee": 1,
        "payout": 1,
    }
    matched = next(each for each in report["sums"] if each["outcome"] == "matched")
    assert (matched["amount_minor"], matched["fee_minor"]) == (2 * PRICE + 2_500, 7_500)

    found = {each["outcome"]: each for each in await lines_of(client, person, task_status="open")}
    assert found["other_amount"]["expected_minor"] == PRICE
    assert found["other_amount"]["amount_minor"] == 140_000
    assert (found["missing_here"]["transaction_id"], found["missing_here"]["number"]) == ("999", 4)
    assert found["missing_there"]["transaction_id"] == str(lacking)
    assert found["repeated"]["number"] == 7

    # Importing the same file again changes nothing, even concurrently.
    answers = await asyncio.gather(*(upload(client, lines, person) for _ in range(2)))
    assert {each.json()["id"] for each in answers} == {report["id"]}
    assert len(await lines_of(client, person)) == 9

    # The missing payment appears in the next report.
    await upload(client, [f"{lacking},payment,{amount},0,SAR,{day},"], person)
    (closed,) = await lines_of(client, person, task_status="closed")
    assert (closed["outcome"], closed["note"]) == ("missing_there", "report.csv")


async def test_of_two_at_once_one_takes_a_task_and_closes_it_with_a_note(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    await upload(client, [f"7,payment,1.00,,,{today()},"])
    first, second = reconciler(), reconciler()
    (task,) = await lines_of(client, first, task_status="open")
    assert await lines_of(client, first, mine=True) == []
    answers = await asyncio.gather(
        *(change(client, person, task, mine=True) for person in (first, second))
    )
    assert sorted(each.status_code for each in answers) == [200, 409]
    refused = next(each for each in answers if each.status_code == 409)
    assert refused.json()["code"] == "settlement_line.edit_conflict"
    owner = first if answers[0].status_code == 200 else second
    (mine,) = await lines_of(client, owner, mine=True)
    assert mine["mine"]
    assert (await change(client, owner, mine, closed=True)).status_code == 422
    closed = await change(client, owner, mine, closed=True, note="A test of the provider")
    assert (closed.json()["task_status"], closed.json()["version"]) == ("closed", 3)
    assert await lines_of(client, owner, task_status="open") == []
    recorded = await service.published(PaymentsAuditRecorded)
    assert [each.noun for each in recorded] == ["settlement_report", *["settlement_line"] * 2]


async def test_headings_are_known_again_once_somebody_has_said_what_they_are(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    headings, line = "Trx,How much,Booked", f"8,3.00,{today()}"
    refused = await upload(client, [line], headings=headings)
    assert (refused.status_code, refused.json()["fields"][0]["code"]) == (
        422,
        "settlement_report.columns_missing",
    )
    unknown = await upload(client, [line], headings=headings, columns='{"day": "Nowhere"}')
    assert unknown.json()["fields"][0]["code"] == "sheet.column_not_found"
    columns = {"transaction_id": "Trx", "amount": "How much", "day": "Booked"}
    said = await upload(client, [line], headings=headings, columns=json.dumps(columns))
    assert said.status_code == 201, said.text
    again = await client.post(
        "payments/settlement-reports/check",
        files={"file": ("next.csv", f"{headings}\n9,4.00,{today()}".encode(), "text/csv")},
        headers=reconciler().headers,
    )
    assert again.json() == {
        "headings": ["Trx", "How much", "Booked"],
        "columns": columns,
        "examples": [["9", "4.00", str(today())]],
        "lines": 1,
    }


async def test_what_cannot_be_read_names_its_line_and_stores_nothing(
    service: PaymentsUnderTest, client: httpx.AsyncClient
) -> None:
    good = f"1,payment,1.00,,SAR,{today()},"
    for bad in (
        f"x,payment,1.00,,SAR,{today()},",
        f"2,gift,1.00,,SAR,{today()},",
        f"2,payment,1.001,,SAR,{today()},",
        f"2,payment,NaN,,SAR,{today()},",
        f"2,payment,1.00,,riyals,{today()},",
        "2,payment,1.00,,SAR,yesterday,",
        f"{2**63},payment,1.00,,SAR,{today()},",
    ):
        answer = await upload(client, [good, bad])
        assert answer.status_code == 422, bad
        (field,) = answer.json()["fields"]
        assert field["code"] == "settlement_report.line_unreadable", bad
        assert field["message"].startswith("Line 3 ")
    for columns in ("[]", "{", '{"day": 1}'):
        assert (await upload(client, [good], columns=columns)).status_code == 422
    listed = await client.get("payments/settlement-reports", headers=reconciler().headers)
    assert listed.json()["meta"]["total"] == 0


async def test_fifty_thousand_lines_take_as_many_statements_as_thousands(
    client: httpx.AsyncClient, queries: Callable[[], Any]
) -> None:
    lines = [f"{number},payment,1.00,0.02,SAR,{today()}," for number in range(1, 50_001)]
    with queries() as statements:
        answer = await upload(client, lines)
    assert answer.json()["open"] == 50_000
    assert len(statements) < 75
    with queries() as statements:
        found = await lines_of(client, reconciler(), page_size=100)
    assert len(found) == 100
    assert len(statements) <= 3
    assert (await upload(client, [*lines, lines[0]])).status_code == 422


async def test_a_day_without_a_report_is_found(
    service: PaymentsUnderTest, client: httpx.AsyncClient, pay: Pay
) -> None:
    await pay()
    await execute(service, "UPDATE payments SET completed_at = now() - interval '5 days'")
    assert "settlement_reports_come" not in await service.broken(), "none was ever brought"
    await upload(client, [f"1,payment,1.00,,,{today() - timedelta(days=9)},"])
    day = today() - timedelta(days=5)
    assert (await service.broken())["settlement_reports_come"] == [str(day)]
    # Transfers and voided payments appear in no report.
    await execute(service, "UPDATE payments SET transaction_id = -transaction_id")
    assert "settlement_reports_come" not in await service.broken()
    await execute(service, "UPDATE payments SET transaction_id = -transaction_id")
    voided = await pay()
    assert voided.payment_id
    await refund(client, voided.payment_id)
    await send_refunds(service)
    await execute(
        service,
        "UPDATE payments SET completed_at = now() - interval '6 days' WHERE id = :id",
        id=voided.payment_id,
    )
    assert (await service.broken())["settlement_reports_come"] == [str(day)]
    await upload(client, [f"2,payment,1.00,,,{day},"])
    assert "settlement_reports_come" not in await service.broken()


async def test_access_is_refused(service: PaymentsUnderTest, client: httpx.AsyncClient) -> None:
    line = [f"7,payment,1.00,,,{today()},"]
    viewer = actor("admin", permissions=["view-payments", "refund-payments"])
    assert (await upload(client, line, viewer)).status_code == 403
    report = (await upload(client, [*line, f",fee,1.00,,,{today()},"])).json()
    for path in ("settlement-reports", f"settlement-reports/{report['id']}", "settlement-lines"):
        for person, status in ((viewer, 403), (reconciler(), 200)):
            answer = await client.get(f"payments/{path}", headers=person.headers)
            assert answer.status_code == status
        assert (await client.get(f"payments/{path}")).status_code == 401
    unknown = await client.get(
        f"payments/settlement-reports/{viewer.user_id}", headers=reconciler().headers
    )
    assert unknown.status_code == 404
    (fee,) = await lines_of(client, reconciler(), outcome="fee")
    assert (await change(client, reconciler(), fee, mine=True)).status_code == 404


@pytest.mark.parametrize("way", [PaymentMethod.BANK_TRANSFER, PaymentMethod.ON_ACCOUNT])
async def test_what_came_besides_is_not_missed_in_the_provider_s_report(
    service: PaymentsUnderTest, client: httpx.AsyncClient, pay: Pay, way: PaymentMethod
) -> None:
    await pay()
    await execute(service, f"UPDATE payments SET way = '{way}', transaction_id = -1")
    answer = await upload(client, [f",fee,1.00,,SAR,{today()},monthly"])
    assert (answer.status_code, answer.json()["open"]) == (201, 0)


async def test_hijri_dates_are_taken_once_they_are_confirmed(client: httpx.AsyncClient) -> None:
    lines = ["71,payment,20.00,0.50,SAR,15 رمضان 1448,", "72,payment,20.00,0.50,SAR,1448-09-15,"]
    answer = await upload(client, lines)
    assert (answer.status_code, answer.json()["code"]) == (422, "date.hijri_unconfirmed")
    assert answer.json()["hijri_days"] == [
        {"column": "day", "typed": "1448-09-15", "day": "2027-02-22"}
    ]
    answer = await upload(client, lines, hijri_confirmed="true")
    assert (answer.status_code, answer.json()["last_day"]) == (201, "2027-02-22"), answer.text
    answer = await upload(client, ["73,payment,20.00,0.50,SAR,31 Ramadan 1448,"])
    assert answer.json()["fields"][0]["code"] == "settlement_report.line_unreadable"
