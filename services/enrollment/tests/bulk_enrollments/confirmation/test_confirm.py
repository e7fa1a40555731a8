"""Confirmation of a checked file: seats, enrollments, people and one charge."""

import asyncio
from collections import Counter
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.catalog import BatchStatus
from contracts.enrollment import (
    BulkEnrollmentChanged,
    ChargeCancelled,
    ChargeRequested,
    EnrollmentChanged,
    EnrollmentStatus,
    RefundRequested,
)
from contracts.payments import ChargePaid
from contracts.people import (
    AdmittedPerson,
    PeopleAdmissionRequested,
    RegistrationPayer,
    RegistrationsCovered,
)
from contracts.testing import event
from enrollment.bulk_enrollments import pipeline
from enrollment.bulk_enrollments.confirmation import service as confirmation
from enrollment.bulk_enrollments.confirmation.admission import service as asking
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.errors import NotReplicated
from kit.database.db import AsyncSession, new_id
from kit.testing import Client, ServiceUnderTest
from sqlalchemy import update
from sqlmodel import col

from services.enrollment.tests.bulk_enrollments.factories import (
    admit,
    admitted_answers,
    charge_requested,
    check,
    checked,
    civil_number,
    codes_of,
    confirmed,
    fee_of,
    known_person,
    organization,
    pay,
    people,
    person,
    press,
    read,
    rows_of,
    send,
)
from services.enrollment.tests.factories import (
    PRICE,
    answer_unpaid,
    candidate,
    enrolled,
    execute,
    make_batch,
    organization_of,
    seats_of,
)


async def statuses(service: ServiceUnderTest) -> dict[str, int]:
    rows = await execute(service, "SELECT status, count(*) FROM enrollments GROUP BY status")
    return {row.status: row.count for row in rows}


class TestPaid:
    async def test_one_charge_for_all_and_all_are_confirmed_by_it(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        first = await make_batch(service, code="A-1", capacity=5)
        second = await make_batch(service, code="B-1", price_minor=10_000)
        us = organization()
        rows = [person(n, batch="A-1") for n in range(1, 4)] + [person(1, batch="B-1")]
        bulk = await confirmed(service, client, us, rows)
        assert (bulk["status"], bulk["amount_minor"]) == ("awaiting_payment", 3 * PRICE + 10_000)
        assert await seats_of(service, first) == (5, 3, 0)
        assert await seats_of(service, second) == (10, 1, 0)
        (asked,) = await service.published(ChargeRequested)
        assert asked.purchase_order == "PO-7" and asked.payer_user_id == us.user_id
        assert asked.lines is not None
        assert [(each.code, each.quantity, each.unit_minor) for each in asked.lines] == [
            ("A-1", 3, PRICE),
            ("B-1", 1, 10_000),
        ]
        # A new person has one account for all rows.
        found = await execute(service, "SELECT DISTINCT candidate_profile_id FROM enrollments")
        assert len(found) == 3
        (admission,) = await service.published(PeopleAdmissionRequested)
        assert {each.profile_id for each in admission.people} == {row[0] for row in found}

        charge_id = await pay(service)
        bulk = await read(client, us, bulk)
        assert (bulk["status"], bulk["confirmed"], bulk["charge_id"]) == (
            "finished",
            4,
            str(charge_id),
        )
        assert await statuses(service) == {"confirmed": 4}
        changed = await service.published(EnrollmentChanged)
        assert Counter(each.status for each in changed) == {
            EnrollmentStatus.PENDING_PAYMENT: 4,
            EnrollmentStatus.CONFIRMED: 4,
        }
        assert {str(each.bulk_enrollment_id) for each in changed} == {bulk["id"]}
        # Partner clients awaiting the file do not wait for events about single rows.
        waiting = await execute(service, "SELECT type FROM outbox ORDER BY due_at, id")
        types = [row.type for row in waiting]
        rest = types[types.index(EnrollmentChanged.type) :]
        assert BulkEnrollmentChanged.type not in rest

        # One of them leaves: their share of the charge is refunded.
        row = (await rows_of(client, us, bulk))[0]
        assert (row["state"], row["enrollment_status"]) == ("enrolled", "confirmed")
        path = f"enrollments/{row['enrollment_id']}/cancel-by-organization"
        owner = organization_of(first)
        answer = await client.post(path, json={"reason": "Moved away"}, headers=owner.headers)
        assert answer.status_code == 200, answer.text
        (refund,) = await service.published(RefundRequested)
        assert (refund.charge_id, refund.amount_minor) == (charge_id, PRICE)
        assert str(refund.subject_id) == row["enrollment_id"]
        export = await client.get(
            f"bulk-enrollments/{bulk['id']}/export?format=csv", headers=us.headers
        )
        assert "Cancelled" in export.text and "Huda Numberb" in export.text

    async def test_unpaid_all_seats_go_back_and_late_money_too(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service, capacity=3), organization()
        bulk = await confirmed(service, client, us, people(3), batch)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        assert await service.sweep("expire_unpaid") == 0
        await execute(service, "UPDATE enrollments SET payment_due_at = now()")
        assert await service.sweep("expire_unpaid") == 0, "it ends as a whole"
        assert await service.sweep("expire_bulk_enrollments") == 0
        await execute(service, "UPDATE bulk_enrollments SET payment_due_at = now()")
        assert await service.sweep("expire_bulk_enrollments") == 1
        assert await service.sweep("expire_bulk_enrollments") == 0, "it is asked once"
        assert await seats_of(service, batch) == (3, 3, 1), "until payments answers"
        await answer_unpaid(service)
        assert await seats_of(service, batch) == (3, 0, 1)
        assert (await read(client, us, bulk))["status"] == "expired"
        assert await service.published(ChargeCancelled) == [], "payments has closed it itself"
        assert await service.sweep("offer_free_seats") == 1
        assert await statuses(service) == {"expired": 3, "pending_payment": 1}
        assert waiting
        charge_id = await pay(service)
        (refund,) = await service.published(RefundRequested)
        assert (refund.charge_id, refund.amount_minor) == (charge_id, 3 * PRICE)

    async def test_who_left_before_the_money_came_is_paid_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, code="A-1")
        gone = await make_batch(service, code="B-1", price_minor=10_000)
        us = organization()
        rows = [person(1, batch="A-1"), person(2, batch="B-1")]
        await confirmed(service, client, us, rows)
        await service.deliver(gone.model_copy(update={"status": BatchStatus.CANCELLED}), sequence=2)
        assert await service.sweep("cancel_with_batch") == 1
        charge_id = await pay(service)
        assert await statuses(service) == {"confirmed": 1, "cancelled": 1}
        (refund,) = await service.published(RefundRequested)
        assert (refund.charge_id, refund.amount_minor) == (charge_id, 10_000)
        assert await seats_of(service, batch) == (10, 1, 0)
        assert await seats_of(service, gone) == (10, 0, 0)

    async def test_it_can_be_cancelled_until_it_is_paid(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service), organization()
        bulk = await confirmed(service, client, us, people(2), batch)
        answer = await press(client, us, bulk, "cancel")
        assert answer.json()["status"] == "cancelled"
        assert await seats_of(service, batch) == (10, 0, 0)
        assert (await press(client, us, bulk, "cancel")).status_code == 409

    async def test_the_organization_pays_registration_fees_where_the_setting_says_so(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await service.deliver(fee_of(10_000))
        batch, us = await make_batch(service, price_minor=0), organization()
        bulk = (await send(client, us, people(3), batch)).json()
        await check(service, {civil_number(2): known_person()})
        await press(client, us, bulk, "confirm")
        await admit(service)
        assert (await read(client, us, bulk))["amount_minor"] == 2 * 10_000
        (line,) = (await charge_requested(service)).lines or ()
        assert (line.quantity, line.unit_minor) == (2, 10_000)
        await pay(service)
        (covered,) = await service.published(RegistrationsCovered)
        assert len(covered.profile_ids) == 2
        (asked,) = await service.published(PeopleAdmissionRequested)
        assert asked.registration is RegistrationPayer.ORGANIZATION

    async def test_money_for_what_is_not_known_yet_waits(self, service: ServiceUnderTest) -> None:
        with pytest.raises(NotReplicated):
            await service.deliver(event(ChargePaid, purpose="bulk_enrollment", subject_id=new_id()))


class TestConfirm:
    async def test_free_ones_are_confirmed_at_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, price_minor=0, requires_acceptance=True)
        us = organization(batch.organization_id)
        program = Client(batch.organization_id, frozenset({"create-bulk-enrollments"}))
        bulk = await confirmed(service, client, program, people(2), batch)
        assert (bulk["status"], bulk["confirmed"]) == ("finished", 2)
        assert await service.published(ChargeRequested) == []
        assert (await press(client, us, bulk, "confirm")).status_code == 409

    async def test_two_at_once_make_one_charge(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service), organization()
        bulk = await checked(service, client, us, people(3), batch)
        colleague = organization(us.profile.organization_id if us.profile else None)
        answers = await asyncio.gather(
            *(press(client, each, bulk, "confirm") for each in (us, colleague))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        await admit(service)
        assert len(await service.published(ChargeRequested)) == 1
        assert await seats_of(service, batch) == (10, 3, 0)

    async def test_too_few_seats(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, code="A-1", capacity=2)
        closed = await make_batch(service, code="B-1", capacity=0, waiting_list=False)
        us = organization()
        rows = [person(n, batch="A-1") for n in range(1, 5)] + [person(5, batch="B-1")]
        bulk = await checked(service, client, us, rows)
        answer = await press(client, us, bulk, "confirm")
        assert (answer.status_code, answer.json()["code"]) == (
            409,
            "bulk_enrollment.not_enough_seats",
        )
        assert [(each["field"], each["message"]) for each in answer.json()["fields"]] == [
            ("A-1", "There are seats for 2 of 4 people."),
            ("B-1", "There are seats for 0 of 1 people."),
        ]
        assert await seats_of(service, batch) == (2, 0, 0)
        answer = await press(client, us, bulk, "confirm", when_full="wait")
        assert answer.status_code == 200, answer.text
        await admit(service)
        assert await seats_of(service, batch) == (2, 2, 2)
        assert await seats_of(service, closed) == (0, 0, 0)
        found = await rows_of(client, us, bulk)
        assert [row["state"] for row in found] == [
            "enrolled", "enrolled", "waitlisted", "waitlisted", "failed",
        ]  # fmt: skip
        assert codes_of(found[4]) == {("batch", "batch.full")}
        assert (await read(client, us, bulk))["amount_minor"] == 2 * PRICE

    async def test_a_batch_that_was_cancelled_since_says_so(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await make_batch(service, code="A-1")
        gone = await make_batch(service, code="B-1")
        us = organization()
        rows = [person(1, batch="A-1"), person(2, batch="B-1")]
        bulk = await checked(service, client, us, rows)
        await service.deliver(gone.model_copy(update={"status": BatchStatus.CANCELLED}), sequence=2)
        assert (await press(client, us, bulk, "confirm")).status_code == 200
        found = await rows_of(client, us, bulk)
        assert [row["state"] for row in found] == ["enrolled", "invalid"]
        assert codes_of(found[1]) == {("batch", "batch.cancelled")}
        assert await seats_of(service, gone) == (10, 0, 0)

    async def test_the_total_is_said_and_another_is_not_charged(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await service.deliver(fee_of(10_000))
        first = await make_batch(service, code="A-1", capacity=2)
        gone = await make_batch(service, code="B-1", price_minor=10_000)
        await make_batch(service, code="C-1", price_minor=0)
        us = organization()
        rows = [person(n, batch="A-1") for n in range(1, 4)]
        rows += [person(4, batch="B-1"), person(1, batch="C-1")]
        bulk = (await send(client, us, rows)).json()
        await check(service, {civil_number(2): known_person()})
        quote = (await read(client, us, bulk))["quote"]
        lines = [(each["code"], each["quantity"], each["unit_minor"]) for each in quote["lines"]]
        # The third has no seat; the first is new, in two batches, and pays the fee once.
        assert lines == [("A-1", 2, PRICE), ("B-1", 1, 10_000), ("", 2, 10_000)]
        total = 2 * PRICE + 30_000
        assert (quote["total_minor"], quote["registration"]) == (total, "organization")

        await service.deliver(gone.model_copy(update={"status": BatchStatus.CANCELLED}), sequence=2)
        answer = await press(client, us, bulk, "confirm", when_full="wait", total_minor=total)
        assert (answer.status_code, answer.json()["code"]) == (409, "bulk_enrollment.total_changed")
        now = total - 20_000
        assert answer.json()["fields"][0] == {
            "field": "total_minor",
            "code": "bulk_enrollment.total_changed",
            "message": f"The total is now {now}.",
        }
        assert await seats_of(service, first) == (2, 0, 0)
        # The page now shows the new total.
        bulk = await read(client, us, bulk)
        assert (bulk["status"], bulk["invalid"], bulk["quote"]["total_minor"]) == (
            "checked",
            1,
            now,
        )
        answer = await press(client, us, bulk, "confirm", when_full="wait", total_minor=now)
        assert (answer.status_code, answer.json()["quote"]) == (200, None)
        await admit(service)
        assert (await read(client, us, bulk))["amount_minor"] == now
        assert (await charge_requested(service)).amount_minor == now

    async def test_many_seats_cost_less_each(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        prices = {"price_10_minor": 60_000, "price_50_minor": 50_000}
        many = await make_batch(service, code="A-1", capacity=100, **prices)
        few = await make_batch(service, code="B-1", capacity=9, **prices)
        some = await make_batch(service, code="C-1", capacity=20, price_50_minor=50_000)
        us = organization()
        rows = [person(n, batch="A-1") for n in range(1, 51)]
        # Nine of ten people get a seat in B-1, so the price from ten does not apply.
        rows += [person(n, batch="B-1") for n in range(1, 11)]
        rows += [person(n, batch="C-1") for n in range(1, 11)]
        bulk = await checked(service, client, us, rows)
        lines = [
            (each["code"], each["quantity"], each["unit_minor"]) for each in bulk["quote"]["lines"]
        ]
        assert lines == [("A-1", 50, 50_000), ("B-1", 9, PRICE), ("C-1", 10, PRICE)]
        total = 50 * 50_000 + 19 * PRICE
        assert bulk["quote"]["total_minor"] == total
        # Without one of the 50 the price from ten applies to all.
        path = f"bulk-enrollments/{bulk['id']}/rows"
        skip = {"rows": [{"number": 1, "skip": True}]}
        await client.patch(path, json=skip, headers=us.headers)
        await check(service)
        total = 49 * 60_000 + 19 * PRICE
        body = {"when_full": "wait", "total_minor": total}
        answer = await press(client, us, bulk, "confirm", **body)
        assert answer.status_code == 200, answer.text
        await admit(service)
        asked = await charge_requested(service)
        assert asked.amount_minor == total
        paid = await execute(
            service,
            "SELECT batch_id, status, price_minor, count(*) FROM enrollments GROUP BY 1, 2, 3",
        )
        assert set(map(tuple, paid)) == {
            (many.batch_id, "pending_payment", 60_000, 49),
            (few.batch_id, "pending_payment", PRICE, 9),
            # Waitlisted people have the single price.
            (few.batch_id, "waitlisted", PRICE, 1),
            (some.batch_id, "pending_payment", PRICE, 10),
        }
        # The refund equals the price paid for the person who leaves.
        charge_id = await pay(service)
        row = (await rows_of(client, us, bulk))[1]
        answer = await client.post(
            f"enrollments/{row['enrollment_id']}/cancel-by-organization",
            json={"reason": "Moved away"},
            headers=organization_of(many).headers,
        )
        assert answer.status_code == 200, answer.text
        (refund,) = await service.published(RefundRequested)
        assert (refund.charge_id, refund.amount_minor) == (charge_id, 60_000)

    async def test_nothing_to_confirm(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        us = organization()
        bulk = await checked(service, client, us, people(1, batch="X"))
        assert (await press(client, us, bulk, "confirm")).json()["code"] == (
            "bulk_enrollment.no_valid_rows"
        )

    @pytest.mark.parametrize("ended", [True, False])
    async def test_an_enrollment_elsewhere_that_ends_meanwhile(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        monkeypatch: pytest.MonkeyPatch,
        *,
        ended: bool,
    ) -> None:
        """The obstacle is gone when the reason is read, so the row is enrolled."""
        batch, us = await make_batch(service), organization()
        bulk = await checked(service, client, us, people(2), batch)
        there = candidate()
        await enrolled(client, there, batch)
        await execute(
            service,
            "UPDATE bulk_rows SET profile_id = :id"
            " WHERE number = (SELECT max(number) FROM bulk_rows)",
            id=there.profile_id,
        )
        failing = confirmation._fail_without_seat

        async def cancel_first(session: AsyncSession, bulk_id: UUID) -> None:
            if ended:
                other = col(Enrollment.bulk_enrollment_id).is_(None)
                await session.execute(
                    update(Enrollment).where(other).values(status=EnrollmentStatus.CANCELLED)
                )
            await failing(session, bulk_id)

        async def judge_nothing(*_: Any) -> None:
            """The other enrollment was created after validation."""

        monkeypatch.setattr(pipeline, "validate_rows", judge_nothing)
        monkeypatch.setattr(confirmation, "_fail_without_seat", cancel_first)
        assert (await press(client, us, bulk, "confirm")).status_code == 200
        found = await rows_of(client, us, bulk)
        states = [row["state"] for row in found]
        assert states == ["enrolled", "enrolled" if ended else "failed"]
        assert ("batch", "batch.full") not in codes_of(found[1])

    async def test_people_who_appeared_meanwhile(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service), organization()
        there = candidate()
        await enrolled(client, there, batch)
        bulk = await checked(service, client, us, people(4), batch)
        await press(client, us, bulk, "confirm")
        other, other_user = new_id(), new_id()
        answers = {
            civil_number(1): AdmittedPerson(key="", profile_id=other, user_id=other_user),
            civil_number(2): AdmittedPerson(key="", profile_id=None, user_id=None),
            civil_number(3): AdmittedPerson(
                key="", profile_id=there.profile_id, user_id=there.user_id
            ),
        }
        await admit(service, answers)
        found = await rows_of(client, us, bulk)
        assert [row["state"] for row in found] == ["enrolled", "failed", "failed", "enrolled"]
        assert codes_of(found[1]) == {("civil_number", "person.not_admitted")}
        assert codes_of(found[2]) == {("civil_number", "enrollment.already_exists")}
        owners = await execute(
            service,
            "SELECT candidate_profile_id FROM enrollments WHERE id = :id",
            id=found[0]["enrollment_id"],
        )
        assert owners == [(other,)]
        assert await seats_of(service, batch) == (10, 3, 0)
        assert (await read(client, us, bulk))["amount_minor"] == 2 * PRICE
        assert await service.published(ChargeCancelled) == []

    async def test_people_are_admitted_a_portion_at_a_time(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(asking, "PORTION", 2)
        batch = await make_batch(service)
        bulks = []
        for first in (1, 4):
            us, rows = organization(), [person(n) for n in range(first, first + 3)]
            bulk = await checked(service, client, us, rows, batch)
            assert (await press(client, us, bulk, "confirm")).status_code == 200
            bulks.append((us, bulk))
        # One chunk of each file, and no more before the response.
        assert [await service.sweep("request_admission") for _ in range(3)] == [2, 2, 0]
        for answer in await admitted_answers(service):
            await service.deliver(answer)
            assert not await service.sweep("end_admission")
            assert [await service.sweep("request_admission") for _ in range(2)] == [1, 0]
        await admit(service)
        for us, bulk in bulks:
            assert (await read(client, us, bulk))["status"] == "awaiting_payment"

    async def test_a_file_that_is_being_checked_is_not_confirmed(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service), organization()
        bulk = (await send(client, us, people(1), batch)).json()
        assert (await press(client, us, bulk, "confirm")).status_code == 409
        other = organization()
        assert (await press(client, other, bulk, "confirm")).status_code == 404
        await check(service)
        assert (await press(client, us, bulk, "cancel")).json()["status"] == "cancelled"


async def test_new_people_with_a_mobile_number_alone_are_counted_and_named(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, us = await make_batch(service), organization()
    phone = {"email": "", "phone": "+966501234567"}
    rows = [person(1, **phone), person(2), person(3, **phone)]
    answer = await send(client, us, rows, batch)
    await check(service, {civil_number(3): known_person()})
    bulk = await read(client, us, answer.json())
    assert (bulk["valid"], bulk["uninvited"]) == (3, 1), "who is known has an account"
    await press(client, us, bulk, "confirm")
    await admit(service)
    bulk = await read(client, us, bulk)
    assert (bulk["states"], bulk["uninvited"]) == ({"enrolled": 3}, 1)
    (uninvited,) = await rows_of(client, us, bulk, uninvited=True)
    assert (uninvited["number"], uninvited["uninvited"]) == (1, True)
    for language, words in (("en", "couldn't invite this person"), ("ar", "لم تُرسل دعوة")):
        path = f"bulk-enrollments/{bulk['id']}/export?format=csv&language={language}"
        export = await client.get(path, headers=us.headers)
        assert export.text.count(words) == 1
