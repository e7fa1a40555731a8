"""Prepaid seats are bought, assigned, and reassigned until the start."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
from contracts.catalog import BatchStatus, BatchUpdated
from contracts.enrollment import (
    ChargeRequested,
    EnrollmentChanged,
    RefundRequested,
)
from contracts.payments import ChargeRefunded
from contracts.people import AdmittedPerson
from contracts.testing import event
from kit.testing import Actor, Client, ServiceUnderTest

from services.enrollment.tests.bulk_enrollments.factories import (
    Json,
    admit,
    bulk_paid,
    charge_requested,
    checked,
    civil_number,
    confirmed,
    organization,
    pay,
    person,
    press,
    read,
    rows_of,
)
from services.enrollment.tests.factories import (
    PRICE,
    answer_unpaid,
    candidate,
    enrolled,
    execute,
    make_batch,
    miscounted,
    now,
    organization_of,
    seats_of,
)


async def buy(
    client: httpx.AsyncClient,
    caller: Actor | Client,
    batch: BatchUpdated,
    seats: int,
    key: str | None = None,
    **more: Any,
) -> httpx.Response:
    headers = caller.headers | ({"Idempotency-Key": key} if key else {})
    body = {"batch_id": str(batch.batch_id), "seats": seats} | more
    return await client.post("bulk-enrollments/seats", json=body, headers=headers)


async def bought(
    service: ServiceUnderTest, client: httpx.AsyncClient, us: Actor, batch: BatchUpdated, seats: int
) -> Json:
    """Buy and pay seats."""
    answer = await buy(client, us, batch, seats)
    assert answer.status_code == 201, answer.text
    await pay(service)
    return await read(client, us, answer.json())


async def people_on(client: httpx.AsyncClient, us: Actor, bulk: Json) -> list[Json]:
    answer = await client.get(f"bulk-enrollments/{bulk['id']}/people", headers=us.headers)
    assert answer.status_code == 200, answer.text
    data: list[Json] = answer.json()["data"]
    return data


async def take_off(
    client: httpx.AsyncClient, us: Actor, bulk: Json, enrollment_id: str
) -> httpx.Response:
    body = {"enrollment_id": enrollment_id, "reason": "Rana comes instead"}
    path = f"bulk-enrollments/{bulk['id']}/people/remove"
    return await client.post(path, json=body, headers=us.headers)


class TestBuy:
    async def test_seats_are_held_at_once_and_paid_by_one_charge(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, code="A-1", capacity=12, price_10_minor=60_000)
        us = organization()
        answer = await buy(client, us, batch, 10, total_minor=10 * PRICE)
        assert answer.json()["code"] == "bulk_enrollment.total_changed"
        assert answer.json()["fields"][0]["message"] == "The total is now 600000."
        assert await seats_of(service, batch) == (12, 0, 0)
        agreed = {"total_minor": 600_000, "purchase_order": "PO-8"}
        answer = await buy(client, us, batch, 10, "a-key-of-ours", **agreed)
        assert answer.status_code == 201, answer.text
        bulk = answer.json()
        assert (bulk["status"], bulk["bought_seats"], bulk["free_seats"]) == (
            "awaiting_payment",
            10,
            10,
        )
        again = await buy(client, us, batch, 10, "a-key-of-ours", **agreed)
        assert (again.status_code, again.json()["id"]) == (201, bulk["id"])
        assert await seats_of(service, batch) == (12, 10, 0)
        asked = await charge_requested(service)
        assert (asked.amount_minor, asked.purchase_order) == (600_000, "PO-8")
        assert asked.lines and (asked.lines[0].quantity, asked.lines[0].unit_minor) == (10, 60_000)
        answer = await buy(client, us, batch, 3)
        assert (answer.status_code, answer.json()["code"]) == (
            409,
            "bulk_enrollment.not_enough_seats",
        )
        assert answer.json()["fields"][0]["message"] == "There are seats for 2 of 3 people."
        other = organization()
        answer = await client.get(f"bulk-enrollments/{bulk['id']}", headers=other.headers)
        assert answer.status_code == 404
        await pay(service)
        assert (await read(client, us, bulk))["status"] == "finished"
        assert await miscounted(service) == []
        listed = await client.get("bulk-enrollments?bought=true", headers=us.headers)
        assert [each["id"] for each in listed.json()["data"]] == [bulk["id"]]
        assert (await client.get("bulk-enrollments?bought=false", headers=us.headers)).json()[
            "data"
        ] == []

    async def test_unpaid_they_go_back_and_late_money_too(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service, capacity=3), organization()
        bulk = (await buy(client, us, batch, 3)).json()
        await enrolled(client, candidate(), batch, wait=True)
        answer = await buy(client, us, batch, 1)
        assert answer.status_code == 409
        # Unpaid seats cannot be assigned.
        file = await checked(service, client, us, [person(1)], batch)
        answer = await press(client, us, file, "confirm")
        assert answer.json()["code"] == "bulk_enrollment.not_enough_seats"
        await execute(service, "UPDATE bulk_enrollments SET payment_due_at = now()")
        assert await service.sweep("expire_bulk_enrollments") == 1
        await answer_unpaid(service)
        bulk = await read(client, us, bulk)
        assert (bulk["status"], bulk["free_seats"]) == ("expired", 0)
        assert await seats_of(service, batch) == (3, 0, 1)
        await service.sweep("offer_free_seats")
        charge_id = await pay(service)
        (refund,) = await service.published(RefundRequested)
        assert (refund.charge_id, refund.amount_minor) == (charge_id, 3 * PRICE)
        assert await miscounted(service) == []

    async def test_what_stands_in_the_way(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        us = organization()
        free = await make_batch(service, price_minor=0)
        asks = await make_batch(service, requires_acceptance=True)
        started = await make_batch(service, starts_at=now() - timedelta(hours=1))
        draft = await make_batch(service, status=BatchStatus.DRAFT)
        for batch, code in (
            (free, "batch.free_of_charge"),
            (asks, "batch.requires_acceptance"),
            (started, "batch.started"),
            (draft, "batch.not_found"),
        ):
            answer = await buy(client, us, batch, 1)
            assert answer.json()["code"] == code, answer.text
        assert (await buy(client, us, free, 0)).status_code == 422
        assert (await buy(client, candidate(), free, 1)).status_code == 403
        assert await miscounted(service) == []


class TestFill:
    async def test_people_get_them_before_anything_is_charged_and_others_in_their_place(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service, capacity=4), organization()
        seats = await bought(service, client, us, batch, 3)
        first_charge = await charge_requested(service)
        rows = [person(n) for n in range(1, 6)]
        file = await checked(service, client, us, rows, batch)
        (of_batch,) = file["batches"]
        assert (of_batch["own_seats"], of_batch["seats_left"]) == (3, 1)
        assert file["quote"]["total_minor"] == PRICE
        answer = await press(client, us, file, "confirm", when_full="wait", total_minor=PRICE)
        assert answer.status_code == 200, answer.text
        await admit(service)
        file = await read(client, us, file)
        assert (file["status"], file["amount_minor"], file["confirmed"]) == (
            "awaiting_payment",
            PRICE,
            3,
        )
        assert await seats_of(service, batch) == (4, 4, 1)
        assert (await read(client, us, seats))["free_seats"] == 0
        assert await miscounted(service) == []
        # Cancelling the file's charge keeps people in their prepaid seats.
        assert (await press(client, us, file, "cancel")).status_code == 200
        assert await seats_of(service, batch) == (4, 3, 1)
        on_seats = await people_on(client, us, seats)
        assert [each["status"] for each in on_seats] == ["confirmed"] * 3

        other = organization()
        answer = await take_off(client, other, seats, on_seats[0]["enrollment_id"])
        assert answer.status_code == 404
        answer = await take_off(client, us, seats, on_seats[0]["enrollment_id"])
        assert (answer.status_code, answer.json()["free_seats"]) == (200, 1)
        again = await take_off(client, us, seats, on_seats[0]["enrollment_id"])
        assert again.status_code == 409
        events = await service.published(EnrollmentChanged)
        reasons = {each.reason: str(each.enrollment_id) for each in events}
        assert reasons["Rana comes instead"] == on_seats[0]["enrollment_id"]
        assert await service.published(RefundRequested) == []
        assert await seats_of(service, batch) == (4, 3, 1)
        # The seat stays the organization's despite the waiting list.
        instead = await confirmed(service, client, us, [person(9)], batch)
        assert (instead["status"], instead["amount_minor"], instead["confirmed"]) == (
            "finished",
            0,
            1,
        )
        assert len(await people_on(client, us, seats)) == 3
        requested = await service.published(ChargeRequested)
        assert [each.subject_id for each in requested if each.amount_minor == 3 * PRICE] == [
            first_charge.subject_id
        ]
        assert await miscounted(service) == []
        await execute(service, "UPDATE batches SET starts_at = now()")
        last = (await people_on(client, us, seats))[0]
        answer = await take_off(client, us, seats, last["enrollment_id"])
        assert answer.json()["code"] == "batch.started"

    async def test_one_person_alone_gets_one_before_anything_is_charged(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service), organization()
        seats = await bought(service, client, us, batch, 2)
        one = await confirmed(service, client, us, [person(1)], batch)
        assert (one["status"], one["amount_minor"], one["confirmed"]) == ("finished", 0, 1)
        assert (await read(client, us, seats))["free_seats"] == 1
        assert await seats_of(service, batch) == (10, 2, 0)
        assert await miscounted(service) == []

    async def test_who_is_not_admitted_leaves_the_seat_to_the_organization(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service), organization()
        seats = await bought(service, client, us, batch, 2)
        file = await checked(service, client, us, [person(1), person(2)], batch)
        await press(client, us, file, "confirm")
        refused = {civil_number(1): AdmittedPerson(key="", profile_id=None, user_id=None)}
        await admit(service, refused)
        assert [row["state"] for row in await rows_of(client, us, file)] == ["failed", "enrolled"]
        assert (await read(client, us, seats))["free_seats"] == 1
        assert await seats_of(service, batch) == (10, 2, 0)
        assert await service.published(RefundRequested) == []
        assert await miscounted(service) == []

    async def test_two_files_at_once_do_not_fill_one_seat_twice(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service), organization()
        seats = await bought(service, client, us, batch, 1)
        files = [await checked(service, client, us, [person(n)], batch) for n in (1, 2)]
        answers = await asyncio.gather(*(press(client, us, each, "confirm") for each in files))
        assert [answer.status_code for answer in answers] == [200, 200]
        await admit(service)
        amounts = [(await read(client, us, each))["amount_minor"] for each in files]
        assert sorted(amounts) == [0, PRICE]
        assert (await read(client, us, seats))["free_seats"] == 0
        assert await seats_of(service, batch) == (10, 2, 0)
        assert await miscounted(service) == []

    async def test_a_cancelled_batch_gives_back_what_was_paid_for_all_of_them(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service), organization()
        seats = await bought(service, client, us, batch, 3)
        await confirmed(service, client, us, [person(1)], batch)
        unpaid = (await buy(client, us, batch, 2)).json()
        gone = batch.model_copy(update={"status": BatchStatus.CANCELLED})
        await service.deliver(gone, sequence=2)
        while await service.sweep("end_bought_seats"):
            pass
        assert await service.sweep("cancel_with_batch") == 1
        refunds = {
            str(each.subject_id): each.amount_minor
            for each in await service.published(RefundRequested)
        }
        assert refunds.pop(seats["id"]) == 2 * PRICE
        assert list(refunds.values()) == [PRICE]
        assert (await read(client, us, unpaid))["status"] == "cancelled"
        assert await seats_of(service, batch) == (10, 0, 0)
        assert await miscounted(service) == []


async def test_a_batch_shows_what_is_paid_in_bulk_with_people_and_without(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, us = await make_batch(service), organization()
    owner = organization_of(batch)

    async def money() -> tuple[int, int, int]:
        path = f"enrollments/of-batch/{batch.batch_id}"
        body = (await client.get(path, headers=owner.headers)).json()
        return body["paid_minor"], body["refunding_minor"], body["due_minor"]

    answer = await buy(client, us, batch, 3)
    assert answer.status_code == 201, answer.text
    assert await money() == (0, 0, 3 * PRICE)
    await pay(service)
    assert await money() == (3 * PRICE, 3 * PRICE, 0)
    # Two seats are assigned without a payment; a third person is paid with a file.
    await confirmed(service, client, us, [person(1), person(2)], batch)
    assert await money() == (3 * PRICE, 3 * PRICE, 0)
    await confirmed(service, client, us, [person(3), person(4)], batch)
    assert await money() == (3 * PRICE, 3 * PRICE, PRICE)


async def test_the_greatest_purchase_is_shown_paid_and_refunded(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    seats, price = 10_000, 100_000_000
    batch, us = await make_batch(service, price_minor=price, capacity=seats), organization()
    owner = organization_of(batch)

    async def money() -> tuple[int, int, int]:
        path = f"enrollments/of-batch/{batch.batch_id}"
        answer = await client.get(path, headers=owner.headers)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        return body["paid_minor"], body["refunding_minor"], body["due_minor"]

    answer = await buy(client, us, batch, seats)
    assert answer.status_code == 201, answer.text
    assert await money() == (0, 0, seats * price)
    opened, paid = await bulk_paid(service)
    await service.deliver(opened, sequence=1)
    await service.deliver(paid, sequence=2)
    assert await money() == (seats * price, seats * price, 0)
    back = event(
        ChargeRefunded,
        **paid.model_dump(include={"charge_id", "purpose", "subject_id", "amount_minor"}),
        refunded_minor=paid.amount_minor,
        complete=True,
    )
    await service.deliver(back, sequence=3)
    assert await money() == (0, 0, 0)
    assert await seats_of(service, batch) == (seats, 0, 0)


async def test_who_has_left_since_counts_as_paid_and_as_refunded(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, us = await make_batch(service), organization()
    owner = organization_of(batch)

    async def money() -> tuple[int, int, int]:
        path = f"enrollments/of-batch/{batch.batch_id}"
        body = (await client.get(path, headers=owner.headers)).json()
        return body["paid_minor"], body["refunded_minor"], body["refunding_minor"]

    bulk = await confirmed(service, client, us, [person(1), person(2)], batch)
    opened, paid = await bulk_paid(service)
    await service.deliver(opened, sequence=1)
    await service.deliver(paid, sequence=2)
    assert await money() == (2 * PRICE, 0, 2 * PRICE)
    row = (await rows_of(client, us, bulk))[0]
    path = f"enrollments/{row['enrollment_id']}/cancel-by-organization"
    answer = await client.post(path, json={"reason": "Moved away"}, headers=owner.headers)
    assert answer.status_code == 200, answer.text
    assert await money() == (2 * PRICE, PRICE, PRICE)
    # An admin refunds the rest.
    back = event(
        ChargeRefunded,
        **paid.model_dump(include={"charge_id", "purpose", "subject_id", "amount_minor"}),
        refunded_minor=paid.amount_minor,
        complete=True,
    )
    await service.deliver(back, sequence=3)
    assert await money() == (2 * PRICE, 2 * PRICE, 0)
