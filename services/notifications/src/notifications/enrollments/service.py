"""What the people of an enrollment are told: the candidate and the organization's users."""

from datetime import datetime

from contracts.enrollment import EnrollmentChanged, EnrollmentStatus
from contracts.payments import ChargeOpened
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.enrollments.models import Enrollment
from notifications.notifications.service import Notice, notify
from notifications.people import service as people
from notifications.wording import Bilingual, Kind, Values, moment, money, phrase

Status = EnrollmentStatus

_PLAIN = {
    Status.CONFIRMED: Kind.ENROLLMENT_CONFIRMED,
    Status.REJECTED: Kind.ENROLLMENT_REJECTED,
    Status.WAITLISTED: Kind.ENROLLMENT_WAITLISTED,
    Status.EXPIRED: Kind.ENROLLMENT_EXPIRED,
    Status.CANCELLED: Kind.ENROLLMENT_CANCELLED,
}
_BY_ARROW = {
    (Status.REQUESTED, Status.PENDING_PAYMENT): Kind.ENROLLMENT_ACCEPTED,
    (Status.WAITLISTED, Status.REQUESTED): Kind.ENROLLMENT_PROMOTED_REQUEST,
    (Status.WAITLISTED, Status.PENDING_PAYMENT): Kind.ENROLLMENT_PROMOTED_HELD,
    (Status.WAITLISTED, Status.CONFIRMED): Kind.ENROLLMENT_PROMOTED,
}


async def learn_enrollment(session: AsyncSession, fact: EnrollmentChanged, meta: Meta) -> None:
    """Keep the newest state of an enrollment and tell of it; an older fact is dropped."""
    statement = insert(Enrollment).values(
        enrollment_id=fact.enrollment_id,
        version=meta.sequence,
        fact=fact.model_dump(mode="json"),
        changed_at=meta.time,
    )
    kept = await session.execute(
        statement.on_conflict_do_update(
            index_elements=[col(Enrollment.enrollment_id)],
            set_={name: statement.excluded[name] for name in ("version", "fact", "changed_at")},
            where=col(Enrollment.version) < statement.excluded.version,
        ).returning(Enrollment)
    )
    row = kept.scalar_one_or_none()
    if row is not None:
        await _tell(session, row, news=not meta.restated)


async def learn_charge(session: AsyncSession, fact: ChargeOpened, meta: Meta) -> None:
    """Keep the charge of an enrollment, and tell the candidate who has waited for it."""
    statement = insert(Enrollment).values(
        enrollment_id=fact.subject_id,
        version=0,
        charge_id=fact.charge_id,
        charge_opened_at=meta.time,
    )
    opened_at = col(Enrollment.charge_opened_at)
    kept = await session.execute(
        statement.on_conflict_do_update(
            index_elements=[col(Enrollment.enrollment_id)],
            set_={name: statement.excluded[name] for name in ("charge_id", "charge_opened_at")},
            where=opened_at.is_(None) | (opened_at <= statement.excluded.charge_opened_at),
        ).returning(Enrollment)
    )
    row = kept.scalar_one_or_none()
    if row is None or row.fact is None:
        return
    enrollment = EnrollmentChanged.model_validate(row.fact)
    if enrollment.status is Status.PENDING_PAYMENT:
        await _tell_candidate(session, row, enrollment, news=not meta.restated)


async def _tell(session: AsyncSession, row: Enrollment, *, news: bool) -> None:
    fact = EnrollmentChanged.model_validate(row.fact)
    if fact.status is Status.REQUESTED:
        await _tell_organization(session, row, fact, news=news)
    # The seat can be paid only once the charge is there, and it brings the address to pay at.
    if fact.status is not Status.PENDING_PAYMENT or row.charge_id is not None:
        await _tell_candidate(session, row, fact, news=news)


async def _tell_organization(
    session: AsyncSession, row: Enrollment, fact: EnrollmentChanged, *, news: bool
) -> None:
    contact = await people.contact_of(session, fact.candidate_user_id)
    candidate = Bilingual(contact.name_en, contact.name_ar) if contact else phrase("someone")
    await notify(
        session,
        await people.organization_users(session, fact.organization_id),
        Notice(
            topic=f"request:{fact.enrollment_id}",
            version=row.version,
            kind=Kind.ENROLLMENT_REQUESTED,
            values={**_values(fact), "candidate": candidate},
            link=f"/dashboard/enrollments/requests/{fact.enrollment_id}",
            at=_changed_at(row),
            news=news,
        ),
    )


async def _tell_candidate(
    session: AsyncSession, row: Enrollment, fact: EnrollmentChanged, *, news: bool
) -> None:
    kind = _candidate_kind(fact)
    if kind is None:
        return
    await notify(
        session,
        [fact.candidate_user_id],
        Notice(
            topic=f"enrollment:{fact.enrollment_id}",
            version=row.version,
            kind=kind,
            values=_values(fact),
            link=_candidate_link(row, fact),
            at=_changed_at(row),
            news=news,
        ),
    )


def _candidate_kind(fact: EnrollmentChanged) -> Kind | None:
    """None for what the candidate has just done and seen, and for results."""
    if fact.previous_status is not None:
        kind = _BY_ARROW.get((fact.previous_status, fact.status))
        if kind is not None:
            return kind
    if fact.status is Status.PENDING_PAYMENT:
        return Kind.ENROLLMENT_HELD
    return _PLAIN.get(fact.status)


def _candidate_link(row: Enrollment, fact: EnrollmentChanged) -> str:
    match fact.status:
        case Status.PENDING_PAYMENT:
            return f"/payments/pay?charge={row.charge_id}"
        case Status.REJECTED | Status.EXPIRED:
            return "/trainings/batches"
        case _:
            return f"/candidate/my-trainings/{fact.training_id}/batch/{fact.batch_id}"


def _values(fact: EnrollmentChanged) -> Values:
    return {
        "batch": Bilingual(fact.batch_title_en, fact.batch_title_ar),
        "code": fact.batch_code,
        "starts": moment(fact.starts_at),
        "amount": money(fact.price_minor, fact.currency),
        "due": moment(fact.payment_due_at) if fact.payment_due_at else "",
        "reason": fact.reason or "",
    }


def _changed_at(row: Enrollment) -> datetime:
    assert row.changed_at is not None
    return row.changed_at
