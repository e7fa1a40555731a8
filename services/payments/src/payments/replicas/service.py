"""Keeps the copies up to date. A copy takes no older state than it has."""

from uuid import UUID

from contracts import ProfileType
from contracts.catalog import SettingsUpdated
from contracts.identity import ProfileUpdated
from kit.db import AsyncSession, advisory_lock
from sqlalchemy import delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from payments.replicas.models import Payer, RegistrationFee
from payments.replicas.queries import today


async def upsert_payer(
    session: AsyncSession, profile: ProfileUpdated, sequence: int
) -> Payer | None:
    """Store a newer state of a profile and lock it; None when we had a newer one already."""
    told = Payer.model_fields.keys() & ProfileUpdated.model_fields.keys()
    values = {name: getattr(profile, name) for name in told}
    values["subject_id"] = _subject_of(profile)
    statement = insert(Payer).values(**values, sequence=sequence)
    changes = {name: statement.excluded[name] for name in values if name != "profile_id"}
    written = await session.scalar(
        statement.on_conflict_do_update(
            index_elements=["profile_id"],
            set_=changes | {"sequence": sequence},
            where=col(Payer.sequence) < sequence,
        ).returning(col(Payer.profile_id))
    )
    if written is None:
        return None
    return await session.scalar(
        select(Payer)
        .where(col(Payer.profile_id) == written)
        .execution_options(populate_existing=True)
    )


def _subject_of(profile: ProfileUpdated) -> UUID:
    if profile.profile_type is ProfileType.ORGANIZATION and profile.organization_id:
        return profile.organization_id
    return profile.profile_id


async def upsert_fees(session: AsyncSession, settings: SettingsUpdated, sequence: int) -> None:
    """Store newer fees, in place of later ones and of those that are only planned.

    A sweep brings the open charges up to them on their day.
    """
    # Settings of two versions must not be stored at the same time.
    await advisory_lock(session, "registration-fees")
    known = await session.scalar(select(func.max(col(RegistrationFee.sequence))))
    if known is not None and known >= sequence:
        return
    later = col(RegistrationFee.effective_on)
    await session.execute(
        delete(RegistrationFee).where(or_(later > today(), later > settings.effective_on))
    )
    for profile_type, amount in settings.registration_fees.items():
        fee = RegistrationFee(
            profile_type=profile_type,
            effective_on=settings.effective_on,
            amount_minor=amount,
            currency=settings.currency,
            sequence=sequence,
        )
        await session.merge(fee)
