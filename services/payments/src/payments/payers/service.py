"""Keeps the copies of profiles."""

from contracts.identity import ProfileUpdated
from kit.db import AsyncSession
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from payments.payers.models import Payer


async def keep_payer(session: AsyncSession, profile: ProfileUpdated, sequence: int) -> Payer | None:
    """Store a newer state of a profile and lock it; None when we had a newer one already."""
    values = {name: getattr(profile, name) for name in Payer.model_fields if name != "sequence"}
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
