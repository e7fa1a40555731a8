"""Keeps the copies of profiles."""

from uuid import UUID

from contracts import ProfileType
from contracts.identity import ProfileUpdated
from kit.db import AsyncSession
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from payments.charges.models import Charge
from payments.payers.models import Payer


async def keep_payer(session: AsyncSession, profile: ProfileUpdated, sequence: int) -> Payer | None:
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


async def is_registered(session: AsyncSession, charge: Charge) -> bool:
    """Whether identity knows the registration that a charge is for as paid, or does not know
    anybody whom it is for."""
    paid = await session.scalars(
        select(col(Payer.paid)).where(col(Payer.subject_id) == charge.subject_id)
    )
    known = paid.all()
    return not known or any(known)
