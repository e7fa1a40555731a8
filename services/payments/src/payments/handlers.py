"""What the service consumes."""

from collections.abc import Mapping
from datetime import timedelta

from contracts import Event
from contracts.catalog import SettingsUpdated
from contracts.enrollment import (
    ChargeCancelled,
    ChargeExpiryRequested,
    ChargeRequested,
    RefundRequested,
    SubjectsDigest,
)
from contracts.identity import ErasureCheckRequested, OrganizationUpdated, ProfileUpdated
from contracts.personal_data import PaymentsErasureChecked
from kit.database.db import AsyncSession
from kit.messaging import outbox, personal_data
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, Events, Handler

from payments.charges.service import cancel_requested, expire_requested, open_requested
from payments.charges.tasks import compare_charges
from payments.personal import PERSONAL, list_obstacles
from payments.refunds.service import refund_charge
from payments.registrations.service import align_all, lock_registrations
from payments.replicas.service import (
    subject_of,
    upsert_fees,
    upsert_organization,
    upsert_payers,
    upsert_seller,
)


async def on_profiles_updated(session: AsyncSession, events: Events) -> None:
    """New profiles owe their registration fee; those that are closed owe nothing."""
    await lock_registrations(session, {subject_of(event) for event, _ in events})
    await align_all(session, await upsert_payers(session, events))


async def on_organization_updated(
    session: AsyncSession, event: OrganizationUpdated, meta: Meta
) -> None:
    """What is invoiced to it from now on names it so."""
    await upsert_organization(session, event, meta.sequence)


async def on_settings_updated(session: AsyncSession, event: SettingsUpdated, meta: Meta) -> None:
    """Fees, the seller or the tax have changed; a sweep brings the open charges up to the fees."""
    await upsert_fees(session, event, meta.sequence)
    await upsert_seller(session, event, meta.sequence)


async def on_charges_requested(session: AsyncSession, events: Events) -> None:
    """Enrollments or applications are to be paid."""
    await open_requested(session, events)


async def on_charge_cancelled(session: AsyncSession, event: ChargeCancelled, meta: Meta) -> None:
    """An enrollment or application need not be paid any more."""
    await cancel_requested(session, event, meta.sequence)


async def on_charge_expiry_requested(
    session: AsyncSession, event: ChargeExpiryRequested, meta: Meta
) -> None:
    """Close what is overdue once it is certain that it is unpaid, and answer."""
    await expire_requested(session, event, meta.sequence)


async def on_subjects_digest(session: AsyncSession, event: SubjectsDigest, _: Meta) -> None:
    """Enrollment has compared charges with their subjects."""
    await compare_charges(session, event)


async def on_refund_requested(session: AsyncSession, event: RefundRequested, meta: Meta) -> None:
    """What was paid for cannot be given."""
    await refund_charge(session, event, meta.id)


async def on_erasure_check_requested(
    session: AsyncSession, event: ErasureCheckRequested, meta: Meta
) -> None:
    """Nobody is erased to whom money is owed, or who owes it."""
    obstacles = await list_obstacles(session, event.user_id)
    checked = PaymentsErasureChecked(
        erasure_id=event.erasure_id, check=event.check, obstacles=tuple(obstacles)
    )
    await outbox.publish(session, checked, sequence=meta.sequence)


HANDLERS: Mapping[type[Event], Handler] = {
    # A file of people makes thousands, and what is asked of others to pay waits behind them.
    ProfileUpdated: Batched(on_profiles_updated, every=timedelta(seconds=0.2)),
    OrganizationUpdated: on_organization_updated,
    SettingsUpdated: on_settings_updated,
    # The next who enroll wait for less than a tenth of a second, and share its statements.
    ChargeRequested: Batched(on_charges_requested, every=timedelta(seconds=0.1)),
    ChargeCancelled: on_charge_cancelled,
    ChargeExpiryRequested: on_charge_expiry_requested,
    RefundRequested: on_refund_requested,
    SubjectsDigest: on_subjects_digest,
    ErasureCheckRequested: on_erasure_check_requested,
    **personal_data.handlers("payments", PERSONAL),
}
