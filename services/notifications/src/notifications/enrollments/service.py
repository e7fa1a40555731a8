"""Notifies the people of an enrollment: the candidate and the organization's users."""

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
from notifications.texts.service import moment, money, phrase, result_of

Status = EnrollmentStatus

_BY_STATUS = {
    Status.CONFIRMED: Kind.ENROLLMENT_CONFIRMED,
    Status.REJECTED: Kind.ENROLLMENT_REJECTED,
    Status.WAITLISTED: Kind.ENROLLMENT_WAITLISTED,
    Status.EXPIRED: Kind.ENROLLMENT_EXPIRED,
    Status.CANCELLED: Kind.ENROLLMENT_CANCELLED,
}
SURVEYED = frozenset({EnrollmentResult.PASSED, EnrollmentResult.FAILED})
"""Whoever was absent has nothing to say of a batch."""
SOON = timedelta(hours=24)
"""Whoever is on the way to a batch may read no mail before it."""
_ENDED = frozenset({Status.EXPIRED, Status.CANCELLED})
_BY_TRANSITION = {
    (Status.REQUESTED, Status.PENDING_PAYMENT): Kind.ENROLLMENT_ACCEPTED,
    (Status.WAITLISTED, Status.REQUESTED): Kind.ENROLLMENT_PROMOTED_REQUEST,
    (Status.WAITLISTED, Status.PENDING_PAYMENT): Kind.ENROLLMENT_PROMOTED_PENDING_PAYMENT,
    (Status.WAITLISTED, Status.CONFIRMED): Kind.ENROLLMENT_PROMOTED,
    # Decided again it is told by the answer to the appeal.
    (Status.CONFIRMED, Status.COMPLETED): Kind.ENROLLMENT_COMPLETED,
}


@dataclass(frozen=True, slots=True)
class Change:
    """The newest change of an enrollment."""

    event: EnrollmentChanged
    version: int
    at: datetime
    charge_id: UUID | None
    restated: bool


async def notify_enrollments_changed(session: AsyncSession, events: Events) -> None:
    """Store the enrollments' newest states and notify their people; an older event changes nothing.

    Raises `RecipientsUnknown`.
    """
    await _lock(session, *(event.enrollment_id for event, _ in events))
    for portion in _each_once(events):
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
        await notify_all(session, await _organizations_notices(session, changes))
        # A seat can be paid only once the charge is there, and the link to pay needs it.
        due = [change for change in changes if not _awaits_charge(change)]
        await notify_all(session, [*_candidates_notices(due), *_survey_notices(due)])


def _awaits_charge(change: Change) -> bool:
    return change.event.status is Status.PENDING_PAYMENT and change.charge_id is None


async def _store_awaited(session: AsyncSession, changes: Sequence[Change]) -> None:
    """Keep the changes of which people are notified once the charge is open, and forget older ones.
    A restated enrollment does not say how it changed."""
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


def _each_once(events: Events) -> Iterator[Events]:
    """The events in portions that have each enrollment once: whoever is notified of each of its
    states hears of all of them, in their order."""
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
    """Store the charges of enrollments, and notify the candidates who wait for them."""
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
            # A copy of the release before keeps what came before in the event itself.
            if change := awaited.get(stored.enrollment_id):
                enrollment = enrollment.model_copy(
                    update={"previous_status": change.previous_status}
                )
                at = change.changed_at
            restated = stored.enrollment_id not in heard
            changes.append(
                Change(enrollment, stored.source_version, at, charge.charge_id, restated)
            )
    await notify_all(session, _candidates_notices(changes))


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
    """Lead the candidate to the batch's new sessions."""
    notice = Notice(
        topic=f"moved:{event.enrollment_id}",
        version=meta.sequence,
        kind=Kind.ENROLLMENT_MOVED,
        values={
            "batch": Bilingual(event.batch_title_en, event.batch_title_ar),
            "starts": moment(event.starts_at),
            "place": _place(event),
        },
        link=AppRoute.MY_TRAINING.format(id=event.training_id, batch_id=event.batch_id),
        at=meta.time,
        restated=meta.restated,
        channels=_channels(event.starts_at, meta.time),
    )
    await notify(session, [event.candidate_user_id], notice)


def _channels(starts_at: datetime, at: datetime) -> tuple[Channel, ...]:
    """What changes shortly before a batch goes by SMS as well."""
    is_soon = timedelta(0) < starts_at - at < SOON
    return (Channel.EMAIL, Channel.SMS) if is_soon else (Channel.EMAIL,)


def _place(event: EnrollmentMoved) -> Bilingual | str:
    if not event.city_en:
        return ""
    return Bilingual(f" in {event.city_en}", f" في {event.city_ar}")


async def _lock(session: AsyncSession, *enrollment_ids: UUID) -> None:
    """The enrollment and its charge come from different services, in either order. Two copies of
    this service that handled them at once would each miss what the other stores."""
    await advisory_lock(session, *(f"enrollment:{each}" for each in enrollment_ids))


async def _organizations_notices(
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
            _organization_notice(change, contacts.get(change.event.candidate_user_id)),
        )
        for change in requests
    ]


def _organization_notice(change: Change, contact: Contact | None) -> Notice:
    event = change.event
    candidate = Bilingual(contact.name_en, contact.name_ar) if contact else phrase("someone")
    return Notice(
        topic=f"request:{event.enrollment_id}",
        version=change.version,
        kind=Kind.ENROLLMENT_REQUESTED,
        values={**_values(event), "candidate": candidate},
        link=AppRoute.ENROLLMENT_REQUEST.format(id=event.enrollment_id),
        at=change.at,
        restated=change.restated,
    )


def _candidates_notices(changes: Iterable[Change]) -> list[tuple[Sequence[UUID], Notice]]:
    return [
        ([change.event.candidate_user_id], _candidate_notice(change, kind))
        for change in changes
        if (kind := _candidate_kind(change.event)) is not None
    ]


def _survey_notices(changes: Iterable[Change]) -> list[tuple[Sequence[UUID], Notice]]:
    """Whoever attended a batch that is finished is asked how it was."""
    return [
        (
            [change.event.candidate_user_id],
            Notice(
                topic=f"survey:{change.event.enrollment_id}",
                version=1,
                kind=Kind.SURVEY_OPENED,
                values=_values(change.event),
                link=_candidate_link(change),
                at=change.at,
                restated=change.restated,
            ),
        )
        for change in changes
        if change.event.previous_status is Status.CONFIRMED
        and change.event.status is Status.COMPLETED
        and change.event.result in SURVEYED
    ]


def _candidate_notice(change: Change, kind: Kind) -> Notice:
    event = change.event
    return Notice(
        topic=f"enrollment:{event.enrollment_id}",
        version=change.version,
        kind=kind,
        values=_values(event),
        link=_candidate_link(change),
        at=change.at,
        restated=change.restated,
        channels=_channels(event.starts_at, change.at)
        if kind is Kind.ENROLLMENT_CANCELLED
        else (Channel.EMAIL,),
    )


def _candidate_kind(event: EnrollmentChanged) -> Kind | None:
    """None for what the candidate has just done and seen, and for a seat that an organization has
    not paid for."""
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


def _candidate_link(change: Change) -> str:
    match change.event.status:
        case Status.PENDING_PAYMENT:
            return f"{AppRoute.PAY}?charge={change.charge_id}"
        case Status.REJECTED | Status.EXPIRED:
            return AppRoute.BATCHES
        case _:
            event = change.event
            return AppRoute.MY_TRAINING.format(id=event.training_id, batch_id=event.batch_id)


def _values(event: EnrollmentChanged) -> Values:
    return {
        "batch": Bilingual(event.batch_title_en, event.batch_title_ar),
        "code": event.batch_code,
        "starts": moment(event.starts_at),
        "amount": money(event.price_minor, event.currency),
        "due": moment(event.payment_due_at) if event.payment_due_at else "",
        "reason": event.reason or "",
        "result": result_of(event.result) if event.result else "",
    }
