"""Shows a learner's certificates to others, records searches, and creates links."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address, ip_network
from typing import Any
from uuid import UUID, uuid5

from contracts.enrollment import CertificateStatus
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.security.auth import Principal
from kit.security.learner_passes import read_pass
from kit.web.idempotency import AlreadyDone
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.certificates.errors import CertificateNotFound
from enrollment.certificates.models import Certificate
from enrollment.learners.errors import LinkEnded, PassEnded, TooManyLinks
from enrollment.learners.models import CertificateLink, LearnerLook
from enrollment.learners.queries import is_open
from enrollment.learners.schemas import (
    LearnerCertificates,
    LinkCreate,
    LinkCreated,
    LinkedCertificates,
    VisibilityUpdate,
)
from enrollment.verifications.queries import list_verifications

MAX_LINKS = 50
"""Maximum number of valid links for each holder."""


@dataclass(frozen=True, slots=True)
class Looker:
    """A caller who views certificates of another person."""

    actor: Principal | None
    network: str
    """Network from `kit.core.remote_address`; the address itself is not stored."""


async def show_learner(
    session: AsyncSession, looker: Looker, secret: str, token: str
) -> LearnerCertificates:
    """Return a learner's public certificates and record the search.

    Learners without any and unknown people take the same steps. Raises `PassEnded`.
    """
    learner_pass = read_pass(secret, token)
    if learner_pass is None:
        raise PassEnded
    await _write_look(session, looker, learner_pass.id, learner_pass.user_id)
    shown = await list_verifications(
        session,
        col(Certificate.candidate_user_id) == learner_pass.user_id,
        col(Certificate.is_public).is_(True),
        col(Certificate.status) == CertificateStatus.ISSUED,
    )
    return LearnerCertificates(data=shown)


async def show_linked(session: AsyncSession, looker: Looker, token: str) -> LinkedCertificates:
    """Return a link's certificates in their current state.

    Raises `LinkEnded`.
    """
    link = await session.scalar(
        select(CertificateLink).where(col(CertificateLink.token_hash) == _hash(token), is_open())
    )
    if link is None:
        raise LinkEnded
    now = await db.now(session)
    look_id = uuid5(link.id, f"{_truncate_network(looker.network)} {now:%Y-%m-%d %H}")
    await _write_look(session, looker, look_id, link.user_id, link.id)
    shown = await list_verifications(
        session,
        col(Certificate.id).in_(link.certificate_ids),
        # The holder may have changed since.
        col(Certificate.candidate_user_id) == link.user_id,
    )
    return LinkedCertificates(ends_at=link.ends_at, data=shown)


async def set_visibility(
    session: AsyncSession, actor: Principal, certificate_id: UUID, body: VisibilityUpdate
) -> None:
    """Make a certificate public or private.

    Raises `CertificateNotFound`, also for another person's certificate.
    """
    changed = await session.scalar(
        update(Certificate)
        .where(
            col(Certificate.id) == certificate_id,
            col(Certificate.candidate_profile_id) == actor.profile_id,
        )
        .values(is_public=body.is_public)
        .returning(col(Certificate.id))
        .execution_options(synchronize_session=False)
    )
    if changed is None:
        raise CertificateNotFound


async def create_link(session: AsyncSession, actor: Principal, body: LinkCreate) -> LinkCreated:
    """Create a link to the caller's certificates; its secret is returned only once.

    Raises `Invalid` for another person's certificate, and `TooManyLinks`.
    """
    chosen = list(dict.fromkeys(body.certificate_ids))
    own = await session.scalars(
        select(col(Certificate.id)).where(
            col(Certificate.id).in_(chosen),
            col(Certificate.candidate_profile_id) == actor.profile_id,
        )
    )
    if set(own) != set(chosen):
        raise Invalid.field(
            "certificate_ids", "certificate.not_found", "We couldn't find this certificate."
        )
    await db.advisory_lock(session, f"certificate-links:{actor.user_id}")
    count = await session.scalar(
        select(func.count()).where(col(CertificateLink.user_id) == actor.user_id, is_open())
    )
    if (count or 0) >= MAX_LINKS:
        raise TooManyLinks
    token, now = secrets.token_urlsafe(32), await db.now(session)
    link = CertificateLink(
        user_id=actor.user_id,
        certificate_ids=chosen,
        token_hash=_hash(token),
        created_at=now,
        ends_at=now + timedelta(days=body.days),
    )
    session.add(link)
    return LinkCreated(
        id=link.id,
        certificate_ids=chosen,
        created_at=now,
        ends_at=link.ends_at,
        token=token,
    )


async def reissue_link(database: Database, values: Mapping[str, Any]) -> LinkCreated:
    """Answer a repeated request with a new secret for the existing link.

    Raises `AlreadyDone` if the link is no longer valid.
    """
    token = secrets.token_urlsafe(32)
    async with database.transaction() as session:
        own = col(CertificateLink.user_id) == values["actor"].user_id
        is_made = col(CertificateLink.id) == values["made_id"]
        link = await db.lock(session, CertificateLink, own, is_made, is_open())
        if link is None:
            raise AlreadyDone
        link.token_hash = _hash(token)
        return LinkCreated(
            id=link.id,
            certificate_ids=link.certificate_ids,
            created_at=link.created_at,
            ends_at=link.ends_at,
            token=token,
        )


async def withdraw_link(session: AsyncSession, actor: Principal, link_id: UUID) -> None:
    """Withdraw the caller's link; idempotent.

    Raises `LinkEnded` for an unknown link.
    """
    withdrawn = await session.scalar(
        update(CertificateLink)
        .where(col(CertificateLink.id) == link_id, col(CertificateLink.user_id) == actor.user_id)
        .values(withdrawn_at=func.coalesce(col(CertificateLink.withdrawn_at), func.now()))
        .returning(col(CertificateLink.id))
        .execution_options(synchronize_session=False)
    )
    if withdrawn is None:
        raise LinkEnded


async def _write_look(
    session: AsyncSession, looker: Looker, look_id: UUID, user_id: UUID, link_id: UUID | None = None
) -> None:
    profile = looker.actor.profile if looker.actor else None
    look = insert(LearnerLook).values(
        id=look_id,
        user_id=user_id,
        link_id=link_id,
        by_profile_id=profile.id if profile else None,
        by_organization_id=profile.organization_id if profile else None,
        network=_truncate_network(looker.network),
    )
    await session.execute(look.on_conflict_do_nothing())


def _truncate_network(network: str) -> str:
    host = network.partition("/")[0]
    try:
        version = ip_address(host).version
    except ValueError:
        return ""
    return str(ip_network((host, 24 if version == 4 else 48), strict=False))


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
