"""Files of people, and the responses of identity."""

from datetime import date
from typing import Any
from uuid import UUID, uuid4

import httpx
from contracts.catalog import BatchUpdated, PlannedFee, SettingsUpdated
from contracts.enrollment import ChargeRequested
from contracts.payments import ChargeOpened, ChargePaid, ChargePurpose
from contracts.people import (
    AdmittedPerson,
    Match,
    MatchedPerson,
    PeopleAdmissionRequested,
    PeopleAdmitted,
    PeopleMatched,
    PeopleMatchRequested,
    PersonToAdmit,
    RegistrationPayer,
    read_key,
)
from contracts.profiles import ProfileType
from contracts.testing import event
from enrollment.bulk_enrollments.importing.service import build_upload
from enrollment.bulk_enrollments.pipeline import create_bulk_enrollment
from enrollment.bulk_enrollments.schemas import BulkEnrollmentCreate
from kit.database.db import AsyncSession, new_id
from kit.security.auth import Partner
from kit.testing import Actor, Client, ServiceUnderTest, actor

Json = dict[str, Any]
KEY = "one-key-12"


def civil_number(serial: int) -> str:
    """Build a civil number with a valid Luhn checksum."""
    first = f"1{serial:08}"
    doubled = sum(sum(divmod(int(digit) * 2, 10)) for digit in first[::2])
    return first + str(-(doubled + sum(map(int, first[1::2]))) % 10)


def person(serial: int, **changes: str) -> Json:
    """Build a person's row."""
    return {
        "civil_number": civil_number(serial),
        "name_en": f"Huda Number{'abcdefghij'[serial % 10]}",
        "name_ar": "هدى القحطاني",
        "email": f"person{serial}@example.com",
    } | changes


def people(count: int, **changes: str) -> list[Json]:
    return [person(serial, **changes) for serial in range(1, count + 1)]


def organization(organization_id: UUID | None = None) -> Actor:
    return actor("organization", organization_id=organization_id or uuid4())


async def send(
    client: httpx.AsyncClient,
    caller: Actor | Client,
    rows: list[Json],
    batch: BatchUpdated | None = None,
    *,
    key: str | None = None,
) -> httpx.Response:
    headers = {"Idempotency-Key": key} if key else {}
    body = {"rows": rows} | ({"batch_id": str(batch.batch_id)} if batch else {})
    return await client.post("bulk-enrollments", json=body, headers=caller.headers | headers)


async def upload_rows(
    session: AsyncSession, partner: Partner, rows: list[Json], batch: BatchUpdated
) -> None:
    """Send people with `KEY`, calling the service directly."""
    form = BulkEnrollmentCreate.model_validate({"rows": rows, "batch_id": batch.batch_id})
    await create_bulk_enrollment(session, partner, await build_upload(form, KEY))


async def answer_matches(
    service: ServiceUnderTest, known: dict[str, MatchedPerson] | None = None
) -> int:
    """Deliver identity's responses, with `known` people by number; return their number."""
    answers = await matched_answers(service, known)
    for answer in answers:
        await service.deliver(answer, message_id=answer.portion)
    return len(answers)


async def matched_answers(
    service: ServiceUnderTest, known: dict[str, MatchedPerson] | None = None
) -> list[PeopleMatched]:
    """Build the same responses without delivering them."""
    return [
        PeopleMatched(
            bulk_enrollment_id=asked.bulk_enrollment_id,
            portion=asked.portion,
            people=tuple(
                known[number].model_copy(update={"key": key})
                for key in asked.keys
                if known and (number := read_key(key).number) in known
            ),
        )
        for asked in await service.published(PeopleMatchRequested)
    ]


def known_person(match: Match = Match.SAME) -> MatchedPerson:
    """Build a match of a known person."""
    return MatchedPerson(
        key="",
        match=match,
        profile_id=new_id(),
        user_id=new_id(),
        shown_name_en="Sara A.",
        shown_name_ar="سارة ع.",
        registration_due=False,
    )


async def check(service: ServiceUnderTest, known: dict[str, MatchedPerson] | None = None) -> None:
    """Run the check to its end."""
    await answer_matches(service, known)
    while await service.sweep("check_bulk_enrollments"):
        await answer_matches(service, known)


async def checked(
    service: ServiceUnderTest,
    client: httpx.AsyncClient,
    caller: Actor | Client,
    rows: list[Json],
    batch: BatchUpdated | None = None,
) -> Json:
    """Create a bulk enrollment with checked rows."""
    answer = await send(client, caller, rows, batch)
    assert answer.status_code == 201, answer.text
    await check(service)
    return await read(client, caller, answer.json())


async def read(client: httpx.AsyncClient, caller: Actor | Client, bulk: Json) -> Json:
    answer = await client.get(f"bulk-enrollments/{bulk['id']}", headers=caller.headers)
    assert answer.status_code == 200, answer.text
    body: Json = answer.json()
    return body


async def rows_of(
    client: httpx.AsyncClient, caller: Actor | Client, bulk: Json, **query: Any
) -> list[Json]:
    params = {"page_size": 500} | query
    path = f"bulk-enrollments/{bulk['id']}/rows"
    answer = await client.get(path, headers=caller.headers, params=params)
    assert answer.status_code == 200, answer.text
    data: list[Json] = answer.json()["data"]
    return data


def codes_of(row: Json) -> set[tuple[str, str]]:
    return {(error["field"], error["code"]) for error in row["errors"]}


async def press(
    client: httpx.AsyncClient, caller: Actor | Client, bulk: Json, what: str, **body: Any
) -> httpx.Response:
    """Call an action such as `confirm` or `cancel`."""
    path = f"bulk-enrollments/{bulk['id']}/{what}"
    return await client.post(path, headers=caller.headers, json=body if what == "confirm" else None)


async def admit(
    service: ServiceUnderTest,
    answers: dict[str, AdmittedPerson] | None = None,
    *,
    ends: bool = True,
) -> None:
    """Let identity admit everyone with the proposed IDs, or as `answers` has it by number."""
    # A file has one chunk in admission, possibly requested before.
    asked = 1
    while asked:
        asked = await service.sweep("request_admission")
        for answer in await admitted_answers(service, answers):
            await service.deliver(answer, message_id=answer.portion)
    while ends and await service.sweep("end_admission"):
        pass


async def admitted_answers(
    service: ServiceUnderTest, answers: dict[str, AdmittedPerson] | None = None
) -> list[PeopleAdmitted]:
    """Build identity's responses to all admission requests without delivering them."""
    return [
        PeopleAdmitted(
            bulk_enrollment_id=asked.bulk_enrollment_id,
            portion=asked.portion,
            people=tuple(_admitted(each, answers or {}) for each in asked.people),
        )
        for asked in await service.published(PeopleAdmissionRequested)
    ]


def _admitted(asked: PersonToAdmit, answers: dict[str, AdmittedPerson]) -> AdmittedPerson:
    if asked.number in answers:
        return answers[asked.number].model_copy(update={"key": asked.key})
    return AdmittedPerson(key=asked.key, profile_id=asked.profile_id, user_id=asked.user_id)


async def confirmed(
    service: ServiceUnderTest,
    client: httpx.AsyncClient,
    caller: Actor | Client,
    rows: list[Json],
    batch: BatchUpdated | None = None,
) -> Json:
    """Create a confirmed bulk enrollment with admitted people."""
    bulk = await checked(service, client, caller, rows, batch)
    answer = await press(client, caller, bulk, "confirm", purchase_order="PO-7")
    assert answer.status_code == 200, answer.text
    await admit(service)
    return await read(client, caller, bulk)


async def charge_requested(service: ServiceUnderTest) -> ChargeRequested:
    """Return the only charge requested for a file."""
    requested = await service.published(ChargeRequested)
    (asked,) = (each for each in requested if each.purpose is ChargePurpose.BULK_ENROLLMENT)
    return asked


async def pay(service: ServiceUnderTest) -> UUID:
    """Pay the requested charge and return its ID."""
    opened, paid = await bulk_paid(service)
    await service.deliver(opened, sequence=1)
    await service.deliver(paid, sequence=2)
    return paid.charge_id


async def bulk_paid(service: ServiceUnderTest) -> tuple[ChargeOpened, ChargePaid]:
    """Build the events of payments: the charge is opened and paid."""
    asked = await charge_requested(service)
    values = {
        "charge_id": new_id(),
        "purpose": asked.purpose,
        "subject_id": asked.subject_id,
        "amount_minor": asked.amount_minor,
        "currency": asked.currency,
    }
    return event(ChargeOpened, **values), event(ChargePaid, **values)


def fee_of(amount_minor: int) -> SettingsUpdated:
    """Build settings in which the organization pays the registration fee."""
    return event(
        SettingsUpdated,
        effective_on=date(2026, 1, 1),
        registration_fees={ProfileType.CANDIDATE: amount_minor},
        planned_fees=(
            PlannedFee(
                profile_type=ProfileType.CANDIDATE,
                amount_minor=99_000,
                currency="SAR",
                valid_from=date(2199, 1, 1),
            ),
        ),
        bulk_registration=RegistrationPayer.ORGANIZATION,
    )
