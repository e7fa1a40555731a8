from datetime import timedelta

from contracts import ApprovalStatus, ContentType, Event
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.audit import RECORDED
from contracts.catalog import SettingsUpdated
from contracts.enrollment import EnrollmentChanged
from contracts.payments import ChargePaid, ChargePurpose, ChargeRefunded
from contracts.people import (
    PeopleAdmissionRequested,
    PeopleAdmitted,
    PeopleMatched,
    PeopleMatchRequested,
    RegistrationsCovered,
)
from contracts.personal_data import CHECKED, COLLECTED
from kit.core.failpoints import hit
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, Events, Handler

from identity.accounts.bulk_people.queries import match_people
from identity.accounts.bulk_people.service import admit_people, cover_registrations
from identity.accounts.data_requests.service import add_part
from identity.accounts.erasures.queries import list_erased
from identity.accounts.erasures.service import add_check
from identity.accounts.numbers.service import fix_numbers
from identity.accounts.registrations.fees.service import update_registration
from identity.administration.audit.service import create_entry
from identity.administration.candidates.service import add_organization_candidates
from identity.organizations.submissions.schemas import Decided
from identity.organizations.submissions.service import decide_organization, decide_staff
from identity.replicas.service import upsert_product

REGISTRATIONS = frozenset(
    {
        ChargePurpose.CANDIDATE_REGISTRATION,
        ChargePurpose.STAFF_REGISTRATION,
        ChargePurpose.ORGANIZATION_REGISTRATION,
    }
)


async def on_charge_paid(session: AsyncSession, event: ChargePaid, meta: Meta) -> None:
    """Open the profile of a paid registration, or fix the payer's identity numbers after an
    enrollment payment.
    """
    if event.purpose in REGISTRATIONS:
        await _update_registration(session, event, meta, paid=True)
    elif event.purpose is ChargePurpose.ENROLLMENT and event.amount_minor > 0:
        await fix_numbers(session, event.payer_user_id, event.paid_at)


async def on_charge_refunded(session: AsyncSession, event: ChargeRefunded, meta: Meta) -> None:
    """Mark a fully refunded registration as unpaid. A refunded enrollment still fixes the numbers.

    On republication, payments publishes no other event about it.
    """
    if event.purpose in REGISTRATIONS:
        await _update_registration(session, event, meta, paid=not event.complete)
    elif event.purpose is ChargePurpose.ENROLLMENT:
        await fix_numbers(session, event.payer_user_id, meta.time)


async def _update_registration(
    session: AsyncSession, event: ChargePaid | ChargeRefunded, meta: Meta, *, paid: bool
) -> None:
    await update_registration(
        session,
        charge_id=event.charge_id,
        profile_id=event.payer_profile_id,
        paid=paid,
        version=meta.sequence,
    )


Decision = RequestApproved | RequestRejected | RequestReturned
STATUS_BY_DECISION: dict[type[Decision], ApprovalStatus] = {
    RequestApproved: ApprovalStatus.APPROVED,
    RequestRejected: ApprovalStatus.REJECTED,
    RequestReturned: ApprovalStatus.RETURNED,
}


async def on_decision(session: AsyncSession, event: Decision, _: Meta) -> None:
    """Apply the decision about an organization or a staff profile."""
    decided = Decided(
        number=event.submission,
        status=STATUS_BY_DECISION[type(event)],
        comment=event.comment,
        remarks=event.remarks if isinstance(event, RequestReturned) else (),
    )
    match event.content_type:
        case ContentType.ORGANIZATION:
            await decide_organization(session, event.content_id, decided)
        case ContentType.STAFF:
            await decide_staff(session, event.content_id, decided)


async def on_enrollments_changed(session: AsyncSession, events: Events) -> None:
    """Add enrolled people to the organizations' candidates.

    The enrollment's status does not matter, so order and repetition of the events do not either.
    Erased people are skipped: their enrollments are kept and republished.
    """
    pairs = {(event.organization_id, event.candidate_profile_id) for event, _ in events}
    erased = await list_erased(session, {profile_id for _, profile_id in pairs})
    if living := {pair for pair in pairs if pair[1] not in erased}:
        await add_organization_candidates(session, living)


async def on_people_match_requested(
    session: AsyncSession, event: PeopleMatchRequested, meta: Meta
) -> None:
    """Match the people of a file to accounts, with only what the organization may see."""
    matched = PeopleMatched(
        bulk_enrollment_id=event.bulk_enrollment_id,
        portion=event.portion,
        people=await match_people(session, event),
    )
    await outbox.publish(session, matched, sequence=meta.sequence)
    hit("people.matched")


async def on_people_admission_requested(
    session: AsyncSession, event: PeopleAdmissionRequested, meta: Meta
) -> None:
    """Admit the people of a confirmed file as the organization's candidates."""
    admitted = PeopleAdmitted(
        bulk_enrollment_id=event.bulk_enrollment_id,
        portion=event.portion,
        people=await admit_people(session, event),
    )
    await outbox.publish(session, admitted, sequence=meta.sequence)
    hit("people.admitted")


async def on_registrations_covered(
    session: AsyncSession, event: RegistrationsCovered, _: Meta
) -> None:
    """Mark the candidates' registration fees as paid by their organization."""
    await cover_registrations(session, event.profile_ids)


HANDLERS: dict[type[Event], Handler] = {
    ChargePaid: on_charge_paid,
    ChargeRefunded: on_charge_refunded,
    EnrollmentChanged: Batched(on_enrollments_changed, every=timedelta(seconds=1)),
    PeopleAdmissionRequested: on_people_admission_requested,
    PeopleMatchRequested: on_people_match_requested,
    RegistrationsCovered: on_registrations_covered,
    RequestApproved: on_decision,
    RequestRejected: on_decision,
    RequestReturned: on_decision,
    SettingsUpdated: upsert_product,
    **dict.fromkeys(RECORDED, create_entry),
    **dict.fromkeys(COLLECTED, add_part),
    **dict.fromkeys(CHECKED, add_check),
}
