"""Asks identity to admit the people of a confirmed file.

Responses may arrive late, twice and in any order. Each applies only to rows with its `portion`.
"""

from uuid import UUID

from contracts.enrollment import EnrollmentStatus
from contracts.identity import NumberKind
from contracts.people import (
    PORTION,
    AdmittedPerson,
    PeopleAdmissionRequested,
    PeopleAdmitted,
    PersonToAdmit,
    read_key,
)
from kit.core.failpoints import hit
from kit.database import db
from kit.database.db import AsyncSession, new_id
from kit.messaging import outbox
from kit.messaging.cooperative import iterate_cooperatively
from sqlalchemy import Text, Uuid, exists, null, select, update
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.seat_purchases.service import (
    cancel_keeping_seat,
    lock_seat_purchase,
)
from enrollment.bulk_enrollments.service import (
    build_row_table,
    build_row_update,
    prefer_hash_plans,
    write_rows,
)
from enrollment.bulk_enrollments.states import PLACED, RowState
from enrollment.enrollments.events import enrollment_changed
from enrollment.enrollments.models import ENROLLMENT_STATES, Enrollment
from enrollment.enrollments.rules import is_active_enrollment
from enrollment.enrollments.states import ACTIVE
from enrollment.enrollments.transitions.service import transition_enrollment
from enrollment.replicas.models import Batch

_UNADMITTED = (col(BulkRow.state).in_(PLACED), ~col(BulkRow.admitted))
"""Matches enrolled rows whose person is not admitted yet, requested or not."""
_UNREQUESTED = (*_UNADMITTED, col(BulkRow.portion).is_(None))
_of_bulk = col(BulkRow.bulk_enrollment_id) == col(BulkEnrollment.id)
HAS_UNADMITTED = exists().where(_of_bulk, *_UNADMITTED)
"""Tells if the file has people not admitted yet."""
HAS_UNREQUESTED = exists().where(_of_bulk, *_UNREQUESTED)
"""Tells if the file has people whose admission was not requested yet."""


async def request_next_admission(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """Request the admission of the next chunk of people and return its size."""
    found = await session.scalars(
        select(BulkRow)
        .where(col(BulkRow.bulk_enrollment_id) == bulk.id, *_UNREQUESTED)
        .order_by(col(BulkRow.number))
        .limit(PORTION)
        .with_for_update()
    )
    rows = found.all()
    portion = new_id()
    await write_rows(session, bulk.id, [{"number": r.number, "portion": portion} for r in rows])
    people = {row.person_key: _person(row, bulk) async for row in iterate_cooperatively(rows)}
    assert bulk.confirmed_by is not None
    event = PeopleAdmissionRequested(
        bulk_enrollment_id=bulk.id,
        organization_id=bulk.organization_id,
        portion=portion,
        requested_by=bulk.confirmed_by,
        registration=bulk.registration,
        people=tuple(people.values()),
    )
    bulk.unanswered = [portion]
    await outbox.publish(session, event, sequence=bulk.version)
    hit("bulk_enrollments.admission_requested")
    return len(rows)


def _person(row: BulkRow, bulk: BulkEnrollment) -> PersonToAdmit:
    assert row.person_key and row.profile_id and row.user_id
    return PersonToAdmit(
        key=row.person_key,
        kind=(
            NumberKind.CIVIL if row.chosen_profile_id else NumberKind(read_key(row.person_key).kind)
        ),
        number=row.id_number or "",
        name_en=row.name_en or "",
        name_ar=row.name_ar or "",
        locale=row.locale or bulk.locale,
        **row.model_dump(include=_AS_STORED),
    )


_AS_STORED = {"country", "profile_id", "user_id", "email", "phone", "chosen_profile_id"}


async def store_other_admissions(session: AsyncSession, event: PeopleAdmitted) -> None:
    """Store people admitted with other IDs, and end the enrollments of refused people."""
    found = {person.key: person for person in event.people}
    others = await db.lock_all(
        session,
        BulkRow,
        col(BulkRow.bulk_enrollment_id) == event.bulk_enrollment_id,
        col(BulkRow.portion) == event.portion,
        order_by=[col(BulkRow.number)],
    )
    values = []
    for row in others:
        person = found.get(row.person_key or "")
        if person is None:
            continue
        code = await _apply_admission(session, row, person)
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


async def store_proposed_admissions(session: AsyncSession, event: PeopleAdmitted) -> None:
    """Mark rows as admitted if identity used the proposed IDs: nearly all, by one statement."""
    given = build_row_table(event.people, {"key": Text, "profile_id": Uuid, "user_id": Uuid})
    await prefer_hash_plans(session)
    await session.execute(
        build_row_update(
            event.bulk_enrollment_id,
            col(BulkRow.portion) == event.portion,
            col(BulkRow.person_key) == given.c.key,
            col(BulkRow.profile_id) == given.c.profile_id,
        ).values(admitted=True, portion=null(), user_id=given.c.user_id)
    )


async def _apply_admission(
    session: AsyncSession, row: BulkRow, person: AdmittedPerson
) -> str | None:
    """Store a person's differing admission; return an error code if they cannot be enrolled."""
    assert row.enrollment_id
    bought = await lock_seat_purchase(session, row.enrollment_id)
    enrollment = await db.lock(session, Enrollment, col(Enrollment.id) == row.enrollment_id)
    if enrollment is None or enrollment.status not in ACTIVE:
        return None
    batch = await session.get_one(Batch, enrollment.batch_id)
    if person.profile_id is None or person.user_id is None:
        await _end_enrollment(session, enrollment, batch, bought)
        return person.refusal or "person.not_admitted"
    if await _is_enrolled(session, enrollment.batch_id, person.profile_id):
        await _end_enrollment(session, enrollment, batch, bought)
        return "enrollment.already_exists"
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


async def _end_enrollment(
    session: AsyncSession, enrollment: Enrollment, batch: Batch, bought: BulkEnrollment | None
) -> None:
    if bought is not None and enrollment.status is EnrollmentStatus.CONFIRMED:
        await cancel_keeping_seat(session, bought, enrollment, batch)
    elif ENROLLMENT_STATES.can_go(enrollment.status, EnrollmentStatus.CANCELLED):
        await transition_enrollment(session, enrollment, batch, EnrollmentStatus.CANCELLED)


async def _is_enrolled(session: AsyncSession, batch_id: UUID, profile_id: UUID) -> bool:
    found = select(exists().where(is_active_enrollment(batch_id, profile_id)))
    return bool(await session.scalar(found))
