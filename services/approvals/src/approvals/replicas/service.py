"""Keeps the copy of admins up to date."""

from contracts.identity import ProfileUpdated
from kit import replicas
from kit.db import AsyncSession
from sqlmodel import col

from approvals.replicas.models import Approver


async def upsert_approver(session: AsyncSession, event: ProfileUpdated, version: int) -> bool:
    """Store an admin's profile; False when the stored one is as new."""
    columns = {"profile_id", "name_en", "name_ar", "email", "image_url", "active"}
    return await replicas.upsert(
        session,
        Approver,
        event.user_id,
        event.model_dump(include=columns),
        version,
        # Versions of a profile that has replaced another one begin anew.
        unless=col(Approver.profile_id) != event.profile_id,
    )
