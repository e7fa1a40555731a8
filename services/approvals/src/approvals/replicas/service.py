"""Keeps the copies up to date."""

from collections.abc import Iterable
from uuid import UUID

from contracts.identity import ProfileUpdated
from kit import replicas
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from sqlmodel import col

from approvals.replicas.models import Approver, Member


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


async def upsert_members(
    session: AsyncSession, events: Iterable[tuple[ProfileUpdated, Meta]]
) -> set[UUID]:
    """Store profiles that belong to an organization; the users of what was newer."""
    columns = {"user_id", "organization_id", "active"}
    members = [(event, meta) for event, meta in events if event.organization_id]
    stored = await replicas.upsert_all(
        session,
        Member,
        [
            (event.profile_id, event.model_dump(include=columns), meta.sequence)
            for event, meta in members
        ],
    )
    return {event.user_id for event, _ in members if event.profile_id in stored}
