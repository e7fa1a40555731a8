"""Update the replicas; events older than the stored state are ignored."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from contracts import ProfileType
from contracts.catalog import SettingsUpdated
from contracts.identity import OrganizationUpdated, ProfileUpdated
from kit.database.db import AsyncSession, advisory_lock
from kit.messaging import replicas
from kit.messaging.inbox import Events
from sqlalchemy import delete, func, or_, select
from sqlmodel import col

from payments.replicas.models import Organization, Payer, RegistrationFee, SellerTerms
from payments.replicas.queries import today


async def upsert_payers(session: AsyncSession, events: Events) -> Sequence[Payer]:
    """Upsert newer profile states, lock their rows and return them."""
    newer = await replicas.upsert_all(
        session,
        Payer,
        [(event.profile_id, _build_values(event), meta.sequence) for event, meta in events],
    )
    found = await session.scalars(
        select(Payer)
        .where(col(Payer.profile_id).in_(newer))
        .order_by(col(Payer.profile_id))
        # Refresh instances already in the session, which the upsert bypassed.
        .execution_options(populate_existing=True)
    )
    return found.all()


def _build_values(profile: ProfileUpdated) -> dict[str, Any]:
    names = (Payer.model_fields.keys() & ProfileUpdated.model_fields.keys()) - {"profile_id"}
    values = {name: getattr(profile, name) for name in names}
    return values | {"subject_id": get_subject_id(profile)}


async def upsert_organization(
    session: AsyncSession, event: OrganizationUpdated, sequence: int
) -> None:
    """Upsert the organization's invoicing data."""
    state = event.model_dump(mode="json", include={"name_en", "name_ar", "tax_number", "address"})
    await replicas.upsert(session, Organization, event.organization_id, state, sequence)


def get_subject_id(profile: ProfileUpdated) -> UUID:
    """Return the debtor of the profile's registration fee: itself or its organization."""
    if profile.profile_type is ProfileType.ORGANIZATION and profile.organization_id:
        return profile.organization_id
    return profile.profile_id


async def upsert_fees(session: AsyncSession, settings: SettingsUpdated, sequence: int) -> None:
    """Replace current and planned fees with newer ones.

    A sweep updates the open charges on the day a fee takes effect.
    """
    # Serialize concurrent updates of different settings versions.
    await advisory_lock(session, "registration-fees")
    known = await session.scalar(select(func.max(col(RegistrationFee.source_version))))
    if known is not None and known >= sequence:
        return
    later = col(RegistrationFee.effective_on)
    await session.execute(
        delete(RegistrationFee).where(or_(later > today(), later > settings.effective_on))
    )
    for fee in _build_fees(settings):
        await session.merge(RegistrationFee(**fee, source_version=sequence))


async def upsert_seller(session: AsyncSession, settings: SettingsUpdated, sequence: int) -> None:
    """Upsert the seller and VAT rates for future charges."""
    state = settings.model_dump(mode="json", include={"seller", "vat_included", "vat_rates"})
    await replicas.upsert(session, SellerTerms, settings.scope, state, sequence)


def _build_fees(settings: SettingsUpdated) -> Iterator[dict[str, Any]]:
    for profile_type, amount in settings.registration_fees.items():
        yield {
            "profile_type": profile_type,
            "effective_on": settings.effective_on,
            "amount_minor": amount,
            "currency": settings.currency,
        }
    for fee in settings.planned_fees:
        yield fee.model_dump(exclude={"valid_from"}) | {"effective_on": fee.valid_from}
