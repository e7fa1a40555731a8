"""Keeping the copy of people, and finding those whom a fact concerns."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts import ProfileType
from contracts.identity import ProfileUpdated, UserRegistered
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from sqlalchemy import ColumnElement, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.people.models import Contact, Profile


class RecipientsUnknown(LookupError):
    """Identity's facts about those concerned are still on their way: handle it again later."""


async def learn_contact(
    session: AsyncSession, fact: UserRegistered | ProfileUpdated, as_of: datetime
) -> None:
    """Keep how a person is reached, unless something newer is known."""
    statement = insert(Contact).values(
        user_id=fact.user_id,
        email=fact.email,
        name_en=fact.name_en,
        name_ar=fact.name_ar,
        locale=fact.locale,
        # Who has only just signed up has proved nothing.
        verified=isinstance(fact, ProfileUpdated) and fact.verified,
        as_of=as_of,
    )
    fields = ("email", "name_en", "name_ar", "locale", "verified", "as_of")
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[col(Contact.user_id)],
            set_={name: statement.excluded[name] for name in fields},
            where=col(Contact.as_of) <= statement.excluded.as_of,
        )
    )


async def learn_profile(session: AsyncSession, fact: ProfileUpdated, meta: Meta) -> None:
    """Keep a profile, unless a newer version of it is known."""
    await learn_contact(session, fact, meta.time)
    state: dict[str, Any] = {
        "user_id": fact.user_id,
        "type": fact.profile_type,
        "organization_id": fact.organization_id,
        "active": fact.active,
        "version": meta.sequence,
    }
    statement = insert(Profile).values(profile_id=fact.profile_id, **state)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[col(Profile.profile_id)],
            set_=state,
            where=col(Profile.version) < meta.sequence,
        )
    )


async def organization_users(session: AsyncSession, organization_id: UUID) -> list[UUID]:
    """The users who act for an organization, its staff not among them."""
    return await _active_users(
        session,
        col(Profile.organization_id) == organization_id,
        col(Profile.type) == ProfileType.ORGANIZATION,
    )


async def admin_users(session: AsyncSession) -> list[UUID]:
    """Every admin."""
    return await _active_users(session, col(Profile.type) == ProfileType.ADMIN)


async def profile_user(session: AsyncSession, profile_id: UUID) -> list[UUID]:
    """The user of one profile; none when it is no longer active."""
    return await _active_users(session, col(Profile.profile_id) == profile_id)


async def candidates_among(session: AsyncSession, user_ids: Sequence[UUID]) -> set[UUID]:
    """Those of the users who have a candidate's profile, or of whom nothing is known yet."""
    rows = await session.execute(
        select(col(Profile.user_id), col(Profile.type)).where(col(Profile.user_id).in_(user_ids))
    )
    types = [(user_id, type_) for user_id, type_ in rows.all()]
    others = {user_id for user_id, _ in types}
    others -= {user_id for user_id, type_ in types if type_ == ProfileType.CANDIDATE}
    return set(user_ids) - others


async def _active_users(session: AsyncSession, *conditions: ColumnElement[bool]) -> list[UUID]:
    """`RecipientsUnknown` when no profile matches at all: nobody must miss what is meant for
    them because one service was faster than another."""
    rows = (await session.execute(select(Profile).where(*conditions))).scalars().all()
    if not rows:
        raise RecipientsUnknown("no profile is known yet")
    return sorted({row.user_id for row in rows if row.active})


async def contact_of(
    session: AsyncSession, user_id: UUID, *, fresh: bool = False
) -> Contact | None:
    """How a person is reached, if identity has told; `fresh` asks the database again."""
    return await session.get(Contact, user_id, populate_existing=fresh)
