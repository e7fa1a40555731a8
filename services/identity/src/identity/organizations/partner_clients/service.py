"""Create, update, rotate and revoke API clients.

Users can only grant permissions that they have; a new secret counts as granting all of the
client's. Each change raises the client's version and broadcasts it, so that every service rejects
older tokens.
"""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, delete, func, select, update
from sqlmodel import col

from identity.organizations.partner_clients.errors import (
    NoPreviousSecret,
    PartnerClientLimit,
    PartnerClientNotFound,
    PartnerClientRevoked,
    PartnerClientStale,
    PartnerPermissionNotHeld,
    SecretRotating,
)
from identity.organizations.partner_clients.events import (
    partner_client_changed,
    partner_secret_rotated,
)
from identity.organizations.partner_clients.models import PartnerClient, PartnerSecret
from identity.organizations.partner_clients.queries import get_client, has_permissions
from identity.organizations.partner_clients.rules import LONGEST_LIFE, MAX_CLIENTS, OVERLAP
from identity.organizations.partner_clients.schemas import (
    PartnerClientCreate,
    PartnerClientForm,
    PartnerClientIssued,
    PartnerClientUpdate,
)
from identity.sign_in.sessions.service import token_hash

_PREFIX = "itqan_"
"""Lets source code scanners detect leaked secrets."""
_TEST_PREFIX = "itqan_test_"


async def create_client(
    session: AsyncSession, actor: Principal, form: PartnerClientCreate
) -> PartnerClientIssued:
    """Create a client of the caller's organization.

    Raises `PartnerPermissionNotHeld`, `PartnerClientLimit`, `Invalid`.
    """
    assert actor.scope
    await _check(session, actor, form)
    await db.advisory_lock(session, f"partner-clients:{actor.scope}")
    own = col(PartnerClient.organization_id) == actor.scope
    living = select(func.count()).where(own, col(PartnerClient.revoked_at).is_(None))
    if (await session.scalar(living) or 0) >= MAX_CLIENTS:
        raise PartnerClientLimit
    client = PartnerClient(organization_id=actor.scope, test=form.test, **_values(form))
    session.add(client)
    await session.flush()
    return (await _issue_secret(session, actor, client))[1]


async def update_client(
    session: AsyncSession, actor: Principal, client_id: UUID, form: PartnerClientUpdate
) -> None:
    """Update a client. The caller must have all its permissions, even unchanged ones.

    Raises `PartnerClientNotFound`, `PartnerClientRevoked`, `PartnerClientStale`,
    `PartnerPermissionNotHeld`, `Invalid`.
    """
    await _check(session, actor, form)
    client = await _lock_live(session, actor, client_id)
    if client.version != form.version:
        raise PartnerClientStale
    if form.expires_at != client.expires_at:
        client.announced = None
    for name, value in _values(form).items():
        setattr(client, name, value)
    await _publish(session, client)


async def rotate_secret(
    session: AsyncSession, actor: Principal, client_id: UUID
) -> PartnerClientIssued:
    """Issue a new secret. The previous one stays valid for 24 hours.

    Raises `PartnerClientNotFound`, `PartnerClientRevoked`, `PartnerPermissionNotHeld`,
    `SecretRotating`.
    """
    client = await _lock_live(session, actor, client_id)
    if not has_permissions(actor, client.permissions):
        raise PartnerPermissionNotHeld
    if await session.scalar(select(col(PartnerSecret.id)).where(*_is_previous(client_id))):
        raise SecretRotating
    present = col(PartnerSecret.client_id) == client_id, col(PartnerSecret.ends_at).is_(None)
    previous = (await session.scalars(select(PartnerSecret).where(*present))).one()
    previous.ends_at = await db.now(session) + OVERLAP
    await session.flush()
    secret, issued = await _issue_secret(session, actor, client)
    event = partner_secret_rotated(client, secret, previous.ends_at)
    await outbox.publish(session, event, sequence=1)
    return issued


async def reissue_secret(database: Database, values: Mapping[str, Any]) -> PartnerClientIssued:
    """Answer a retried request with a new secret that replaces the one not received.

    Raises `PartnerClientNotFound`, `PartnerClientRevoked`.
    """
    actor: Principal = values["actor"]
    async with database.transaction() as session:
        client = await _lock_live(session, actor, values["made_id"])
        present = col(PartnerSecret.client_id) == client.id, col(PartnerSecret.ends_at).is_(None)
        await session.execute(delete(PartnerSecret).where(*present))
        return (await _issue_secret(session, actor, client))[1]


async def end_previous_secret(session: AsyncSession, actor: Principal, client_id: UUID) -> None:
    """End the previous secret's validity immediately, and revoke all tokens of the client.

    Raises `PartnerClientNotFound`, `PartnerClientRevoked`, `NoPreviousSecret`.
    """
    client = await _lock_live(session, actor, client_id)
    previous = (
        await session.scalars(select(PartnerSecret).where(*_is_previous(client_id)))
    ).first()
    if previous is None:
        raise NoPreviousSecret
    previous.ends_at = await db.now(session)
    await _publish(session, client)


async def revoke_client(session: AsyncSession, actor: Principal, client_id: UUID) -> None:
    """Revoke a client permanently, with all its tokens. Idempotent.

    Raises `PartnerClientNotFound`.
    """
    client = await _lock(session, actor, client_id)
    if client.revoked_at is None:
        client.revoked_at = await db.now(session)
        await _publish(session, client)


async def end_client_tokens(session: AsyncSession, organization_id: UUID) -> None:
    """Revoke all tokens of an organization's clients. They get new ones only if it is approved."""
    statement = (
        update(PartnerClient)
        .where(
            col(PartnerClient.organization_id) == organization_id,
            col(PartnerClient.revoked_at).is_(None),
        )
        .values(version=col(PartnerClient.version) + 1, changed_at=func.now())
        .returning(PartnerClient)
        .execution_options(populate_existing=True)
    )
    changed = (await session.scalars(statement)).all()
    await outbox.publish_many(
        session, [(partner_client_changed(client), client.version) for client in changed]
    )


async def _check(session: AsyncSession, actor: Principal, form: PartnerClientForm) -> None:
    if not has_permissions(actor, form.permissions):
        raise PartnerPermissionNotHeld
    now: datetime = await db.now(session)
    if not now < form.expires_at <= now + LONGEST_LIFE:
        raise Invalid.field(
            "expires_at", "api_client.invalid_expiry", "Choose a date within the next 12 months."
        )


def _values(form: PartnerClientForm) -> dict[str, Any]:
    return {
        "name": form.name,
        "permissions": sorted({each.value for each in form.permissions}),
        "networks": sorted(set(form.networks)),
        "expires_at": form.expires_at,
    }


async def _issue_secret(
    session: AsyncSession, actor: Principal, client: PartnerClient
) -> tuple[PartnerSecret, PartnerClientIssued]:
    # 256 random bits cannot be guessed, so a slow hash would only cost time.
    secret = (_TEST_PREFIX if client.test else _PREFIX) + secrets.token_urlsafe(32)
    row = PartnerSecret(client_id=client.id, hash=token_hash(secret))
    session.add(row)
    await session.flush()
    read = await get_client(session, actor, client.id)
    return row, PartnerClientIssued(**read.model_dump(), client_secret=secret)


def _is_previous(client_id: UUID) -> tuple[ColumnElement[bool], ...]:
    return col(PartnerSecret.client_id) == client_id, col(PartnerSecret.ends_at) > func.now()


async def _lock(session: AsyncSession, actor: Principal, client_id: UUID) -> PartnerClient:
    own = col(PartnerClient.organization_id) == actor.scope
    client = await db.lock(session, PartnerClient, col(PartnerClient.id) == client_id, own)
    if client is None:
        raise PartnerClientNotFound
    return client


async def _lock_live(session: AsyncSession, actor: Principal, client_id: UUID) -> PartnerClient:
    client = await _lock(session, actor, client_id)
    if client.revoked_at is not None:
        raise PartnerClientRevoked
    return client


async def _publish(session: AsyncSession, client: PartnerClient) -> None:
    client.version += 1
    client.changed_at = await db.now(session)
    await session.flush()
    await outbox.publish(session, partner_client_changed(client), sequence=client.version)
