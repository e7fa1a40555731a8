from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from identity.accounts.numbers.models import NumberAttempts
from identity.accounts.numbers.rules import RETENTION


async def prune_number_attempts(session: AsyncSession) -> int:
    """Delete counts older than a day."""
    return await db.delete_portion(
        session, NumberAttempts, col(NumberAttempts.since) < func.now() - RETENTION
    )


TASKS = (Sweep("prune_number_attempts", timedelta(minutes=10), prune_number_attempts),)
