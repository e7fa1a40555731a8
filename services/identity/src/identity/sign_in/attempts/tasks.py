from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from identity.sign_in.attempts.models import FailedAttempts
from identity.sign_in.attempts.rules import RETENTION


async def prune_attempts(session: AsyncSession) -> int:
    """Delete counts that are unchanged for a day."""
    return await db.delete_portion(
        session, FailedAttempts, col(FailedAttempts.last_at) < func.now() - RETENTION
    )


TASKS = (Sweep("prune_attempts", timedelta(minutes=10), prune_attempts),)
