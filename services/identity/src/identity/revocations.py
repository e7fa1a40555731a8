"""Public keys and recent revocations: what the other services verify tokens with."""

from uuid import UUID

from fastapi import APIRouter
from kit.auth import ACCESS_TOKEN_SECONDS
from kit.db import AsyncSession, Database, Session
from kit.tokens import KeyDocument, Verifier
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col
from structlog import get_logger

from identity.config import Settings
from identity.dependencies import SigningKeys
from identity.keys import Keys, keys_of
from identity.sessions.models import SignInSession
from identity.users.models import User

log = get_logger(__name__)

MARGIN_SECONDS = 60
"""Clocks differ a little, and a transaction commits later than its times say."""

internal_router = APIRouter()


@internal_router.get("/jwks")
async def jwks(session: Session, keys: SigningKeys) -> KeyDocument:
    """The keys, and what was revoked within the lifetime of a token."""
    return await key_document(session, keys)


async def key_document(session: AsyncSession, keys: Keys) -> KeyDocument:
    """The document that every verifier takes over."""
    since = func.now() - func.make_interval(0, 0, 0, 0, 0, 0, ACCESS_TOKEN_SECONDS + MARGIN_SECONDS)
    changed = await session.execute(
        select(col(User.id), col(User.principal_version)).where(
            col(User.principal_changed_at) > since
        )
    )
    ended = await session.scalars(
        select(col(SignInSession.id)).where(col(SignInSession.ended_at) > since)
    )
    principals: dict[UUID, int] = {row[0]: row[1] for row in changed}
    return KeyDocument(keys=keys.public, principals=principals, ended_sessions=list(ended))


class OwnVerifier(Verifier):
    """Identity's own: it knows the keys, and reads revocations from its database."""

    def __init__(self, settings: Settings) -> None:
        own = keys_of(settings)
        super().__init__(keys=own.key_set)
        self._own = own
        self._database_url = settings.database_url

    async def refresh(self) -> None:
        """Take over what was revoked before this process heard of it; failures are only logged."""
        database = Database(self._database_url, pool_size=1)
        try:
            async with database.transaction() as session:
                self.use(await key_document(session, self._own))
        except (OSError, SQLAlchemyError) as error:
            log.warning("revocations could not be read", error=str(error))
        finally:
            await database.close()
