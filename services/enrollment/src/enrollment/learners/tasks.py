from datetime import timedelta
from uuid import UUID

from kit.database.db import AsyncSession, delete_portion
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from enrollment.learners.models import LearnerLook
from enrollment.learners.rules import EMPTY_LOOK_RETENTION, LOOK_RETENTION


async def forget_looks(session: AsyncSession) -> int:
    """Delete searches after a year, and those without a learner after an hour."""
    looked_at = col(LearnerLook.looked_at)
    of_nobody = col(LearnerLook.user_id) == UUID(int=0)
    return await delete_portion(
        session,
        LearnerLook,
        (looked_at < func.now() - LOOK_RETENTION)
        | (of_nobody & (looked_at < func.now() - EMPTY_LOOK_RETENTION)),
    )


TASKS = (Sweep("forget_looks", timedelta(minutes=10), forget_looks),)
