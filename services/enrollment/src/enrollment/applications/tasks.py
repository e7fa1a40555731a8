"""What happens to applications by the passing of time, on the database's clock."""

from datetime import timedelta

from contracts.enrollment import ApplicationStatus as Status
from kit import db
from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import exists
from sqlmodel import col

from enrollment.applications.models import Application
from enrollment.applications.moves import end_unsubmitted
from enrollment.applications.rules import ENDS_WITH_ANNOUNCEMENT
from enrollment.replicas.models import Announcement

_AT_ONCE = 50


async def expire_unsubmitted(session: AsyncSession) -> int:
    """End what was not submitted before its announcement closed; what was paid goes back."""
    due = await db.claim(
        session,
        Application,
        exists().where(*ENDS_WITH_ANNOUNCEMENT),
        order_by=[col(Application.announcement_id), col(Application.id)],
        limit=_AT_ONCE,
    )
    for application in due:
        announcement = await session.get_one(Announcement, application.announcement_id)
        await end_unsubmitted(session, application, announcement, Status.EXPIRED)
    return len(due)


SWEEPS = (Sweep("expire_unsubmitted_applications", timedelta(seconds=5), expire_unsubmitted),)
