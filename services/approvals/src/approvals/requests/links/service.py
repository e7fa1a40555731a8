"""Links in mails that open a request for an approver.

A link only navigates: its user must sign in to decide. The secret is random, and only its hash is
stored.
"""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from contracts.approvals import DecisionLink
from kit.database import db
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import select, update
from sqlmodel import col

from approvals.requests.errors import LinkExpired, LinkOfAnother, LinkUnknown, LinkUsed
from approvals.requests.models import ApprovalRequest, Link, RequestStatus

LIFETIME = timedelta(days=14)


async def make_links(
    session: AsyncSession, request: ApprovalRequest, user_ids: Iterable[UUID]
) -> list[DecisionLink]:
    """Create a link to the request's step for each user; earlier links stay valid."""
    expires_at = await db.now(session) + LIFETIME
    made = [
        DecisionLink(user_id=user_id, token=secrets.token_urlsafe(32))
        for user_id in sorted(user_ids)
    ]
    session.add_all(
        Link(
            token_hash=_hash(link.token),
            request_id=request.id,
            step=request.step,
            user_id=link.user_id,
            expires_at=expires_at,
        )
        for link in made
    )
    await session.flush()
    return made


async def open_link(session: AsyncSession, actor: Principal, token: str) -> UUID:
    """Return the request the caller's link opens, without marking the link as used.

    Raises `LinkUnknown`, `LinkOfAnother`, `LinkUsed`, `LinkExpired`.
    """
    found = await session.scalars(select(Link).where(col(Link.token_hash) == _hash(token)))
    link = found.one_or_none()
    if link is None:
        raise LinkUnknown
    if link.user_id != actor.user_id:
        raise LinkOfAnother
    request = await session.get_one(ApprovalRequest, link.request_id)
    is_over = request.status != RequestStatus.PENDING or request.step != link.step
    if link.used_at or is_over:
        raise LinkUsed
    if link.expires_at <= await db.now(session):
        raise LinkExpired
    return request.id


async def use_links(session: AsyncSession, actor: Principal, request: ApprovalRequest) -> None:
    """Mark the caller's links to the request's step as used."""
    await session.execute(
        update(Link)
        .where(
            col(Link.request_id) == request.id,
            col(Link.step) == request.step,
            col(Link.user_id) == actor.user_id,
        )
        .values(used_at=await db.now(session))
    )


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
