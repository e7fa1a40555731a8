"""Notify the candidate and the organization's users of an enrollment."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from contracts.app_routes import AppRoute
from contracts.enrollment import (
    EnrollmentChanged,
    EnrollmentMoved,
    EnrollmentResult,
    EnrollmentStatus,
)
from contracts.payments import ChargeOpened
from kit.database.db import AsyncSession, advisory_lock
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Events
from sqlalchemy import delete
from sqlmodel import col

from notifications.deliveries.models import Channel
from notifications.enrollments.models import AwaitedCharge
from notifications.notifications.service import Notice, notify, notify_all
from notifications.replicas.models import Contact
from notifications.replicas.queries import (
    list_enrollments,
    map_charge_ids,
    map_contacts,
    map_organization_users,
)
from notifications.replicas.service import (
    delete_enrollment_charges,
    upsert_enrollment_charges,
    upsert_enrollments,
)
from notifications.texts.models import Bilingual, Kind, Values
from notifications.texts.service import format_moment, format_money, format_result, get_phrase

Status = EnrollmentStatus

_BY_STATUS = {
    Status.CONFIRMED: Kind.ENROLLMENT_CONFIRMED,
    Status.REJECTED: Kind.ENROLLMENT_REJECTED,
    Status.WAITLISTED: Kind.ENROLLMENT_WAITLISTED,
    Status.EXPIRED: Kind.ENROLLMENT_EXPIRED,
    Status.CANCELLED: Kind.ENROLLMENT_CANCELLED,
}
SURVEYED = frozenset({EnrollmentResult.PASSED, EnrollmentResult.FAILED})
"""Results with a survey; absent candidates cannot rate the batch."""
SHORT_NOTICE = timedelta(hours=24)
"""Changes this close to the start are also sent by SMS, as candidates may not read mail in time."""
_ENDED = frozenset({Status.EXPIRED, Status.CANCELLED})
_BY_TRANSITION = {
    (Status.REQUESTED, Status.PENDING_PAYMENT): Kind.ENROLLMENT_ACCEPTED,
    (Status.WAITLISTED, Status.REQUESTED): Kind.ENROLLMENT_PROMOTED_REQUEST,
    (Status.WAITLISTED, Status.PENDING_PAYMENT): Kind.ENROLLMENT_PROMOTED_PENDING_PAYMENT,
    (Status.WAITLISTED, Status.CONFIRMED): Kind.ENROLLMENT_PROMOTED,
    # A changed result is announced by the appeal's notification.
    (Status.CONFIRMED, Status.COMPLETED): Kind.ENROLLMENT_COMPLETED,
}


@dataclass(frozen=True, slots=True)
class Change:
    """Latest change of an enrollment."""

    event: EnrollmentChanged
    version: int
    at: datetime
    charge_id: UUID | None
    restated: bool


async def notify_enrollments_changed(session: AsyncSession, events: Events) -> None:
    """Store enrollments' latest states and notify their users; stale events change nothing.

    Raises `RecipientsUnknown`.
    """
    await _lock(session, *(event.enrollment_id for event, _ in events))
    for portion in _split_by_enrollment(events):
        newer = await upsert_enrollments(session, portion)
        charges = await map_charge_ids(session, newer)
        changes = [
            Change(event, meta.sequence, meta.time, charges.get(event.enrollment_id), meta.restated)
            for event, meta in portion
            if event.enrollment_id in newer
        ]
        await _store_awaited(session, changes)
        ended = [each for each in changes if each.event.status is not Status.PENDING_PAYMENT]
        await delete_enrollment_charges(session, {each.event.enrollment_id for each in ended})
        await notify_all(session, await _build_organization_notices(session, changes))
        # A seat can be paid only once its charge exists, and the notification links to it.
        due = [change for change in changes if not _awaits_charge(change)]
        await notify_all(session, [*_build_candidate_notices(due), *_build_survey_notices(due)])


def _awaits_charge(change: Change) -> bool:
    return change.event.status is Status.PENDING_PAYMENT and change.charge_id is None


async def _store_awaited(session: AsyncSession, changes: Sequence[Change]) -> None:
    """Store changes whose notification waits for a charge, and delete older ones.

    A restated enrollment does not say what changed.
    """
    awaiting = [change for change in changes if _awaits_charge(change)]
    kept = {change.event.enrollment_id for change in awaiting if change.restated}
    await _pop_awaited(session, {change.event.enrollment_id for change in changes} - kept)
    session.add_all(
        AwaitedCharge(
            enrollment_id=change.event.enrollment_id,
            previous_status=change.event.previous_status,
            changed_at=change.at,
        )
        for change in awaiting
        if not change.restated
    )
    await session.flush()


def _split_by_enrollment(events: Events) -> Iterator[Events]:
    """Split the events into chunks with one event per enrollment.

    So each of an enrollment's states is notified, in order.
    """
    portions: list[dict[UUID, tuple[EnrollmentChanged, Meta]]] = []
    counts: Counter[UUID] = Counter()
    for event, meta in events:
        number = counts[event.enrollment_id]
        counts[event.enrollment_id] += 1
        if number == len(portions):
            portions.append({})
        portions[number][event.enrollment_id] = (event, meta)
    for portion in portions:
        yield list(portion.values())


async def notify_charges_opened(session: AsyncSession, events: Events) -> None:
    """Store enrollments' charges, and notify candidates whose notification waited for them."""
    await _lock(session, *(event.subject_id for event, _ in events))
    opened: dict[UUID, tuple[ChargeOpened, Meta]] = {
        event.subject_id: (event, meta)
        for event, meta in sorted(events, key=lambda pair: pair[1].time)
    }
    heard = {event.subject_id for event, meta in events if not meta.restated}
    newer = await upsert_enrollment_charges(session, list(opened.values()))
    awaited = await _pop_awaited(session, newer)
    changes = []
    for stored in await list_enrollments(session, newer):
        enrollment = EnrollmentChanged.model_validate(stored.event)
        if enrollment.status is Status.PENDING_PAYMENT:
            charge, meta = opened[stored.enrollment_id]
            at = meta.time
            # The previous release stores the earlier status in the event itself.
            if change := awaited.get(stored.enrollment_id):
                enrollment = enrollment.model_copy(
                    update={"previous_status": change.previous_status}
                )
                at = change.changed_at
            restated = stored.enrollment_id not in heard
            changes.append(
                Change(enrollment, stored.source_version, at, charge.charge_id, restated)
            )
    await notify_all(session, _build_candidate_notices(changes))


async def _pop_awaited(
    session: AsyncSession, enrollment_ids: Collection[UUID]
) -> dict[UUID, AwaitedCharge]:
    popped = await session.scalars(
        delete(AwaitedCharge)
        .where(col(AwaitedCharge.enrollment_id).in_(enrollment_ids))
        .returning(AwaitedCharge)
    )
    return {each.enrollment_id: each for each in popped}


async def notify_enrollment_moved(
    session: AsyncSession, event: EnrollmentMoved, meta: Meta
) -> None:
    """Notify the candidate of the batch's new sessions."""
    notice = Notice(
        topic=f"moved:{event.enrollment_id}",
        version=meta.sequence,
        kind=Kind.ENROLLMENT_MOVED,
        values={
            "batch": Bilingual(event.batch_title_en, event.batch_title_ar),
            "starts": format_moment(event.starts_at),
            "place": _format_place(event),
        },
        link=AppRoute.MY_TRAINING.format(id=event.training_id, batch_id=event.batch_id),
        at=meta.time,
        restated=meta.restated,
        channels=_get_channels(event.starts_at, meta.time),
    )
    await notify(session, [event.candidate_user_id], notice)


def _get_channels(starts_at: datetime, at: datetime) -> tuple[Channel, ...]:
    """Add SMS if the change is shortly before the batch."""
    is_soon = timedelta(0) < starts_at - at < SHORT_NOTICE
    return (Channel.EMAIL, Channel.SMS) if is_soon else (Channel.EMAIL,)


def _format_place(event: EnrollmentMoved) -> Bilingual | str:
    if not event.city_en:
        return ""
    return Bilingual(f" in {event.city_en}", f" في {event.city_ar}")


async def _lock(session: AsyncSession, *enrollment_ids: UUID) -> None:
    """Lock enrollments. Their events and their charges' arrive from different services in any
    order: two concurrent handlers would miss each other's rows."""
    await advisory_lock(session, *(f"enrollment:{each}" for each in enrollment_ids))


async def _build_organization_notices(
    session: AsyncSession, changes: Sequence[Change]
) -> list[tuple[Sequence[UUID], Notice]]:
    requests = [change for change in changes if change.event.status is Status.REQUESTED]
    if not requests:
        return []
    contacts = await map_contacts(session, {each.event.candidate_user_id for each in requests})
    users = await map_organization_users(session, {each.event.organization_id for each in requests})
    return [
        (
            users[change.event.organization_id],
            _build_organization_notice(change, contacts.get(change.event.candidate_user_id)),
        )
        for change in requests
    ]


def _build_organization_notice(change: Change, contact: Contact | None) -> Notice:
    event = change.event
    candidate = Bilingual(contact.name_en, contact.name_ar) if contact else get_phrase("someone")
    return Notice(
        topic=f"request:{event.enrollment_id}",
        version=change.version,
        kind=Kind.ENROLLMENT_REQUESTED,
        values={**_build_values(event), "candidate": candidate},
        link=AppRoute.ENROLLMENT_REQUEST.format(id=event.enrollment_id),
        at=change.at,
        restated=change.restated,
    )


def _build_candidate_notices(changes: Iterable[Change]) -> list[tuple[Sequence[UUID], Notice]]:
    return [
        ([change.event.candidate_user_id], _build_candidate_notice(change, kind))
        for change in changes
        if (kind := _get_candidate_kind(change.event)) is not None
    ]


def _build_survey_notices(changes: Iterable[Change]) -> list[tuple[Sequence[UUID], Notice]]:
    """Invite candidates who attended a finished batch to its survey."""
    return [
        (
            [change.event.candidate_user_id],
            Notice(
                topic=f"survey:{change.event.enrollment_id}",
                version=1,
                kind=Kind.SURVEY_OPENED,
                values=_build_values(change.event),
                link=_get_candidate_link(change),
                at=change.at,
                restated=change.restated,
            ),
        )
        for change in changes
        if change.event.previous_status is Status.CONFIRMED
        and change.event.status is Status.COMPLETED
        and change.event.result in SURVEYED
    ]


def _build_candidate_notice(change: Change, kind: Kind) -> Notice:
    event = change.event
    return Notice(
        topic=f"enrollment:{event.enrollment_id}",
        version=change.version,
        kind=kind,
        values=_build_values(event),
        link=_get_candidate_link(change),
        at=change.at,
        restated=change.restated,
        channels=_get_channels(event.starts_at, change.at)
        if kind is Kind.ENROLLMENT_CANCELLED
        else (Channel.EMAIL,),
    )


def _get_candidate_kind(event: EnrollmentChanged) -> Kind | None:
    """Return the notification's kind; None for the candidate's own actions, and for unpaid seats of
    an organization."""
    never_paid = event.previous_status is Status.PENDING_PAYMENT and event.status in _ENDED
    if event.bulk_enrollment_id is not None and never_paid:
        return None
    if event.previous_status is not None:
        kind = _BY_TRANSITION.get((event.previous_status, event.status))
        if kind is not None:
            return kind
    if event.status is Status.PENDING_PAYMENT:
        return Kind.ENROLLMENT_PENDING_PAYMENT
    return _BY_STATUS.get(event.status)


def _get_candidate_link(change: Change) -> str:
    match change.event.status:
        case Status.PENDING_PAYMENT:
            return f"{AppRoute.PAY}?charge={change.charge_id}"
        case Status.REJECTED | Status.EXPIRED:
            return AppRoute.BATCHES
        case _:
            event = change.event
            return AppRoute.MY_TRAINING.format(id=event.training_id, batch_id=event.batch_id)


def _build_values(event: EnrollmentChanged) -> Values:
    return {
        "batch": Bilingual(event.batch_title_en, event.batch_title_ar),
        "code": event.batch_code,
        "starts": format_moment(event.starts_at),
        "amount": format_money(event.price_minor, event.currency),
        "due": format_moment(event.payment_due_at) if event.payment_due_at else "",
        "reason": event.reason or "",
        "result": format_result(event.result) if event.result else "",
    }
