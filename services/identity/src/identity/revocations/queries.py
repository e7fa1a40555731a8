"""Public keys and recent revocations: what every service verifies tokens with."""

from uuid import UUID

from fastapi import APIRouter
from kit.auth import ACCESS_TOKEN_SECONDS
from kit.db import AsyncSession, Database, Session
from kit.key_documents import KeyDocument
from kit.tokens import Verifier
from sqlalchemy import func, select
from sqlmodel import col

from identity.accounts.models import User
from identity.config import Settings
from identity.sessions.models import SignInSession
from identity.signing.keys import Keys, secrets_of
from identity.signing.models import SigningKey
from identity.signing.service import ensure_signer, published_keys, revoked_ids

MARGIN_SECONDS = 60
"""Clocks differ a little, and a transaction commits later than its times say."""

internal_router = APIRouter()


@internal_router.get("/jwks")
async def jwks(session: Session) -> KeyDocument:
    """The keys, and what was revoked within the lifetime of a token."""
    return await key_document(session)


async def key_document(session: AsyncSession) -> KeyDocument:
    """The document that every verifier takes over, as the database has it now."""
    since = func.now() - func.make_interval(0, 0, 0, 0, 0, 0, ACCESS_TOKEN_SECONDS + MARGIN_SECONDS)
    changed = await session.execute(
        select(col(User.id), col(User.principal_version)).where(
            col(User.principal_changed_at) > since
        )
    )
    # Sessions that all ended together with the keys need no list: so did their tokens.
    with_keys = select(col(SigningKey.revoked_at)).where(col(SigningKey.revoked_at) > since)
    ended = await session.scalars(
        select(col(SignInSession.id)).where(
            col(SignInSession.ended_at) > since, col(SignInSession.ended_at).not_in(with_keys)
        )
    )
    principals: dict[UUID, int] = {row[0]: row[1] for row in changed}
    return KeyDocument(
        keys=await published_keys(session),
        revoked=await revoked_ids(session),
        principals=principals,
        ended_sessions=list(ended),
    )


class OwnVerifier(Verifier):
    """Identity's own: it asks its database, and learns there which key signs."""

    def __init__(self, settings: Settings, database: Database) -> None:
        super().__init__(self._read)
        self._secrets = secrets_of(settings)
        self._database = database
        self.own_keys = Keys(self._secrets[0])

    async def _read(self) -> KeyDocument:
        async with self._database.transaction() as session:
            self.own_keys.signer = await ensure_signer(session, self._secrets)
            return await key_document(session)
