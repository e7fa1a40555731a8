"""Everything that identity consumes; the map is at the foot."""

from contracts import ApprovalStatus, ContentType, Event
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.enrollment import ChargePurpose
from contracts.payments import ChargePaid, ChargeRefunded
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Handler

from identity.numbers.change import fix_numbers
from identity.organizations.service import decide
from identity.profiles.service import decide_staff
from identity.registrations.service import keep_charge

REGISTRATIONS = frozenset(
    {
        ChargePurpose.CANDIDATE_REGISTRATION,
        ChargePurpose.STAFF_REGISTRATION,
        ChargePurpose.ORGANIZATION_REGISTRATION,
    }
)


async def on_charge_paid(session: AsyncSession, event: ChargePaid, meta: Meta) -> None:
    """A paid registration opens its profile, late or not: it can still be given. A paid enrollment
    fixes the payer's identity numbers."""
    if event.purpose in REGISTRATIONS:
        await keep_charge(
            session,
            charge_id=event.charge_id,
            profile_id=event.payer_profile_id,
            paid=True,
            version=meta.sequence,
        )
    elif event.purpose is ChargePurpose.ENROLLMENT and event.amount_minor > 0:
        await fix_numbers(session, event.payer_user_id, event.paid_at)


async def on_charge_refunded(session: AsyncSession, event: ChargeRefunded, meta: Meta) -> None:
    """A registration whose fee went back wholly is unpaid again. An enrollment was paid for all the
    same: when facts are told again, this is all that payments says of it."""
    if event.purpose in REGISTRATIONS:
        await keep_charge(
            session,
            charge_id=event.charge_id,
            profile_id=event.payer_profile_id,
            paid=not event.complete,
            version=meta.sequence,
        )
    elif event.purpose is ChargePurpose.ENROLLMENT:
        await fix_numbers(session, event.payer_user_id, meta.time)


Decision = RequestApproved | RequestRejected | RequestReturned
STATUS_AFTER: dict[type[Decision], ApprovalStatus] = {
    RequestApproved: ApprovalStatus.APPROVED,
    RequestRejected: ApprovalStatus.REJECTED,
    RequestReturned: ApprovalStatus.RETURNED,
}


async def on_decision(session: AsyncSession, event: Decision, _: Meta) -> None:
    """An organization or a staff profile was approved, rejected or sent back."""
    status = STATUS_AFTER[type(event)]
    match event.content_type:
        case ContentType.ORGANIZATION:
            await decide(session, event.content_id, event.submission, status, event.comment)
        case ContentType.STAFF:
            await decide_staff(session, event.content_id, event.submission, status, event.comment)


HANDLERS: dict[type[Event], Handler] = {
    ChargePaid: on_charge_paid,
    ChargeRefunded: on_charge_refunded,
    RequestApproved: on_decision,
    RequestRejected: on_decision,
    RequestReturned: on_decision,
}
