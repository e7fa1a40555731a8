from kit.database.db import AsyncSession
from pydantic_core import PydanticCustomError
from sqlalchemy import exists, select
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.accounts.rules import check_username


async def is_username_available(session: AsyncSession, name: str) -> bool:
    """Return True if the username is valid and free."""
    try:
        username = check_username(name)
    except PydanticCustomError:
        return False
    taken = await session.scalar(select(exists().where(col(User.username) == username)))
    return not taken
