from uuid import UUID

from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from identity.sign_in.passkeys.models import Passkey
from identity.sign_in.passkeys.schemas import PasskeyRead


async def list_passkeys(session: AsyncSession, user_id: UUID) -> list[PasskeyRead]:
    """List a user's passkeys, oldest first."""
    rows = await session.scalars(
        select(Passkey)
        .where(col(Passkey.user_id) == user_id)
        .order_by(col(Passkey.created_at), col(Passkey.id))
    )
    return [read_passkey(row) for row in rows]


def read_passkey(row: Passkey) -> PasskeyRead:
    return PasskeyRead.model_validate(row, from_attributes=True)
