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
from payments.registrations.service import lock_registrations, sync_registration_charges
from payments.replicas.service import (
    get_subject_id,
    upsert_fees,
    upsert_organization,
    upsert_payers,
    upsert_seller,
)


async def on_profiles_updated(session: AsyncSession, events: Events) -> None:
    """Open registration fees of new profiles and cancel those of closed ones."""
    await lock_registrations(session, {get_subject_id(event) for event, _ in events})
    await sync_registration_charges(session, await upsert_payers(session, events))


async def on_organization_updated(
    session: AsyncSession, event: OrganizationUpdated, meta: Meta
) -> None:
    """Update the organization's name and address for future invoices."""
    await upsert_organization(session, event, meta.sequence)


async def on_settings_updated(session: AsyncSession, event: SettingsUpdated, meta: Meta) -> None:
    """Store fees, seller and VAT; a sweep then updates the open registration charges."""
    await upsert_fees(session, event, meta.sequence)
    await upsert_seller(session, event, meta.sequence)


async def on_charges_requested(session: AsyncSession, events: Events) -> None:
    """Open charges for enrollments or applications."""
    await open_requested(session, events)


async def on_charge_cancelled(session: AsyncSession, event: ChargeCancelled, meta: Meta) -> None:
    """Cancel the charge of an enrollment or application."""
    await cancel_requested(session, event, meta.sequence)


async def on_charge_expiry_requested(
    session: AsyncSession, event: ChargeExpiryRequested, meta: Meta
) -> None:
    """Expire an overdue charge once it is certainly unpaid, and reply."""
    await expire_requested(session, event, meta.sequence)


async def on_subjects_digest(session: AsyncSession, event: SubjectsDigest, _: Meta) -> None:
    """Store enrollment's comparison of charges with their subjects."""
    await compare_charges(session, event)


async def on_refund_requested(session: AsyncSession, event: RefundRequested, meta: Meta) -> None:
    """Refund a payment whose subject cannot be provided."""
    await refund_charge(session, event, meta.id)


async def on_erasure_check_requested(
    session: AsyncSession, event: ErasureCheckRequested, meta: Meta
) -> None:
    """Report unsettled amounts that prevent a person's erasure."""
    obstacles = await list_obstacles(session, event.user_id)
    checked = PaymentsErasureChecked(
        erasure_id=event.erasure_id, check=event.check, obstacles=tuple(obstacles)
    )
    await outbox.publish(session, checked, sequence=meta.sequence)


HANDLERS: Mapping[type[Event], Handler] = {
    # An import of people publishes thousands, which would delay charge requests behind them.
    ProfileUpdated: Batched(on_profiles_updated, every=timedelta(seconds=0.2)),
    OrganizationUpdated: on_organization_updated,
    SettingsUpdated: on_settings_updated,
    # Concurrent enrollments share a batch's statements at a cost of at most 0.1 s.
    ChargeRequested: Batched(on_charges_requested, every=timedelta(seconds=0.1)),
    ChargeCancelled: on_charge_cancelled,
    ChargeExpiryRequested: on_charge_expiry_requested,
    RefundRequested: on_refund_requested,
    SubjectsDigest: on_subjects_digest,
    ErasureCheckRequested: on_erasure_check_requested,
    **personal_data.handlers("payments", PERSONAL),
}
