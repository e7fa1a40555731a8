from datetime import datetime
from uuid import UUID

from kit.database.db import AsyncSession
from kit.security.key_documents import KeyDocument
from kit.security.rules import ACCESS_TOKEN_SECONDS, PARTNER_TOKEN_SECONDS
from sqlalchemy import ColumnElement, func, select
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.organizations.partner_clients.models import PartnerClient
from identity.sign_in.sessions.models import SignInSession
from identity.sign_in.signing.models import SigningKey
from identity.sign_in.signing.queries import list_public_keys, list_revoked_ids

MARGIN_SECONDS = 60
"""Allowance for clock differences and for transactions that commit later than their timestamps."""


async def get_key_document(session: AsyncSession) -> KeyDocument:
    """Return the public keys, and the revocations within the lifetime of a token."""
    since = _before(ACCESS_TOKEN_SECONDS)
    changed = await session.execute(
        select(col(User.id), col(User.principal_version)).where(
            col(User.principal_changed_at) > since
        )
    )
    clients = await session.execute(
        select(col(PartnerClient.id), col(PartnerClient.version)).where(
            col(PartnerClient.changed_at) > _before(PARTNER_TOKEN_SECONDS)
        )
    )
    # Sessions that ended together with the keys need no entry, since their tokens are invalid too.
    with_keys = select(col(SigningKey.revoked_at)).where(col(SigningKey.revoked_at) > since)
    ended = await session.scalars(
        select(col(SignInSession.id)).where(
            col(SignInSession.ended_at) > since, col(SignInSession.ended_at).not_in(with_keys)
        )
    )
    principals: dict[UUID, int] = {row[0]: row[1] for row in (*changed, *clients)}
    return KeyDocument(
        keys=await list_public_keys(session),
        revoked=await list_revoked_ids(session),
        principals=principals,
        ended_sessions=list(ended),
    )


def _before(lifetime: int) -> ColumnElement[datetime]:
    """Return when the oldest valid tokens of this lifetime in seconds were issued."""
    return func.now() - func.make_interval(0, 0, 0, 0, 0, 0, lifetime + MARGIN_SECONDS)
