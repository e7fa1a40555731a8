"""What identity answers about the people of a file, and asking it to admit those of a confirmed
one.

The answers come late, twice and in any order. An answer counts for the rows whose request it is.
"""

from typing import Any
from uuid import UUID

from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.enrollment import EnrollmentStatus
from contracts.identity import NumberKind
from contracts.people import (
    PORTION,
    AdmittedPerson,
    Match,
    PeopleAdmissionRequested,
    PeopleAdmitted,
    PeopleMatched,
    PersonToAdmit,
)
from kit import db
from kit.db import AsyncSession, new_id, utc_now
from kit.failpoints import hit
from kit.messaging import outbox
from sqlalchemy import exists, select, update
from sqlmodel import col

from enrollment.bulk_enrollments.checks import write_rows
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.states import TAKEN, RowState
from enrollment.enrollments.events import enrollment_changed
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.moves import move
from enrollment.enrollments.rules import is_active_of
from enrollment.enrollments.states import ACTIVE, TRANSITIONS
from enrollment.replicas.models import Batch


async def on_people_matched(session: AsyncSession, event: PeopleMatched) -> None:
    """Store whom identity has found; the sweep judges the rows when all have been looked for."""
    found = {person.key: person for person in event.people}
    rows = await _rows_of(session, event.bulk_enrollment_id, event.portion)
    values = []
    for row in rows:
        person = found.get(row.person_key or "")
        if person is None or row.state is not RowState.MATCHING:
            continue
        known = person.match in (Match.SAME, Match.OTHER_NAME)
        values.append(
            {
                "number": row.number,
                # Until the sweep judges it.
                "state": RowState.VALID,
                "match": person.match,
                "shown_name_en": person.shown_name_en,
                "shown_name_ar": person.shown_name_ar,
                "registration_due": person.registration_due,
                "profile_id": person.profile_id if known else row.profile_id,
                "user_id": person.user_id if known else row.user_id,
                "portion": None,
            }
        )
    if values:
        await write_rows(session, event.bulk_enrollment_id, values)


async def _rows_of(session: AsyncSession, bulk_id: UUID, portion: UUID) -> Any:
    return await db.lock_all(
        session,
        BulkRow,
        col(BulkRow.bulk_enrollment_id) == bulk_id,
        col(BulkRow.portion) == portion,
        order_by=[col(BulkRow.number)],
    )


def to_be_admitted() -> Any:
    """Rows of the file in a statement whose people were not asked for, or not answered about."""
    return exists().where(
        col(BulkRow.bulk_enrollment_id) == col(BulkEnrollment.id),
        col(BulkRow.state).in_(TAKEN),
        ~col(BulkRow.admitted),
    )


async def request_admission(session: AsyncSession) -> int:
    """Ask identity for the next portion of people of the confirmed file whose turn it is."""
    unasked = exists().where(
        col(BulkRow.bulk_enrollment_id) == col(BulkEnrollment.id),
        col(BulkRow.state).in_(TAKEN),
        ~col(BulkRow.admitted),
        col(BulkRow.portion).is_(None),
    )
    claimed = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.status) == Status.PROCESSING,
        unasked,
        order_by=[col(BulkEnrollment.worked_at).asc().nulls_first(), col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in claimed:
        bulk.worked_at = utc_now()
        return await _request(session, bulk)
    return 0


async def _request(session: AsyncSession, bulk: BulkEnrollment) -> int:
    rows = await db.lock_all(
        session,
        BulkRow,
        col(BulkRow.bulk_enrollment_id) == bulk.id,
        col(BulkRow.number).in_(
            select(col(BulkRow.number))
            .where(
                col(BulkRow.bulk_enrollment_id) == bulk.id,
                col(BulkRow.state).in_(TAKEN),
                ~col(BulkRow.admitted),
                col(BulkRow.portion).is_(None),
            )
            .order_by(col(BulkRow.number))
            .limit(PORTION)
        ),
        order_by=[col(BulkRow.number)],
    )
    portion = new_id()
    people = {row.person_key: _person(row, bulk) for row in rows}
    await write_rows(session, bulk.id, [{"number": r.number, "portion": portion} for r in rows])
    assert bulk.confirmed_by is not None
    event = PeopleAdmissionRequested(
        bulk_enrollment_id=bulk.id,
        organization_id=bulk.organization_id,
        portion=portion,
        requested_by=bulk.confirmed_by,
        registration=bulk.registration,
        people=tuple(people.values()),
    )
    await outbox.publish(session, event, sequence=bulk.version)
    hit("bulk_enrollments.admission_requested")
    return len(rows)


def _person(row: BulkRow, bulk: BulkEnrollment) -> PersonToAdmit:
    assert row.person_key and row.id_number and row.profile_id and row.user_id
    return PersonToAdmit(
        key=row.person_key,
        kind=NumberKind(row.person_key.partition(":")[0]),
        number=row.id_number,
        country=row.country,
        name_en=row.name_en or "",
        name_ar=row.name_ar or "",
        profile_id=row.profile_id,
        user_id=row.user_id,
        email=row.email,
        phone=row.phone,
        locale=row.locale or bulk.locale,
    )


async def on_people_admitted(session: AsyncSession, event: PeopleAdmitted) -> None:
    """Take over the ids of the people who were admitted, and end the enrollments of those who
    were not."""
    found = {person.key: person for person in event.people}
    values = []
    for row in await _rows_of(session, event.bulk_enrollment_id, event.portion):
        person = found.get(row.person_key or "")
        if person is None or row.admitted:
            continue
        code = await _admit(session, row, person)
        failed = {"state": RowState.FAILED, "errors": [{"field": "civil_number", "code": code}]}
        values.append(
            {
                "number": row.number,
                "admitted": True,
                "portion": None,
                "profile_id": person.profile_id or row.profile_id,
                "user_id": person.user_id or row.user_id,
                **({"state": row.state, "errors": row.errors} if code is None else failed),
            }
        )
    if values:
        await write_rows(session, event.bulk_enrollment_id, values)


async def _admit(session: AsyncSession, row: BulkRow, person: AdmittedPerson) -> str | None:
    """Why the person cannot be enrolled after all, as an error's code; None when they are."""
    if person.profile_id == row.profile_id:
        return None
    enrollment = await db.lock(session, Enrollment, col(Enrollment.id) == row.enrollment_id)
    if enrollment is None or enrollment.status not in ACTIVE:
        return None
    batch = await session.get_one(Batch, enrollment.batch_id)
    if person.profile_id is None or person.user_id is None:
        await _end(session, enrollment, batch)
        return person.refusal or "person.not_admitted"
    if await _is_enrolled(session, enrollment.batch_id, person.profile_id):
        await _end(session, enrollment, batch)
        return "enrollment.already_enrolled"
    was = enrollment.status
    await session.execute(
        update(Enrollment)
        .where(col(Enrollment.id) == enrollment.id)
        .values(
            candidate_profile_id=person.profile_id,
            candidate_user_id=person.user_id,
            version=col(Enrollment.version) + 1,
        )
        .execution_options(synchronize_session=False)
    )
    await session.refresh(enrollment)
    event = enrollment_changed(enrollment, batch, was)
    await outbox.publish(session, event, sequence=enrollment.version)
    return None


async def _end(session: AsyncSession, enrollment: Enrollment, batch: Batch) -> None:
    if EnrollmentStatus.CANCELLED in TRANSITIONS[enrollment.status]:
        await move(session, enrollment, batch, EnrollmentStatus.CANCELLED)


async def _is_enrolled(session: AsyncSession, batch_id: UUID, profile_id: UUID) -> bool:
    found = select(exists().where(is_active_of(batch_id, profile_id)))
    return bool(await session.scalar(found))
