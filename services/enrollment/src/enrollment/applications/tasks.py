"""Time-driven transitions, by the database's clock."""

from datetime import timedelta

from contracts.enrollment import ApplicationStatus as Status
from contracts.payments import ChargePurpose
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import exists
from sqlmodel import col

from enrollment.applications.models import Application
from enrollment.applications.rules import ENDS_WITH_ANNOUNCEMENT
from enrollment.applications.transitions.service import end_unsubmitted
from enrollment.replicas.models import Announcement
from enrollment.settlements.queries import is_expiry_requested
from enrollment.settlements.service import request_expiry

_AT_ONCE = 50


async def expire_unsubmitted(session: AsyncSession) -> int:
    """Expire and refund applications not submitted before their announcement closed.

    If a fee is overdue, ask payments first whether it was paid.
    """
    due = await db.claim(
        session,
        Application,
        exists().where(*ENDS_WITH_ANNOUNCEMENT),
        ~is_expiry_requested(col(Application.id)),
        order_by=[col(Application.announcement_id), col(Application.id)],
        limit=_AT_ONCE,
    )
    for application in due:
        if application.status is Status.PENDING_PAYMENT:
            subjects = [(application.id, application.version)]
            await request_expiry(session, subjects, ChargePurpose.APPLICATION)
            continue
        announcement = await session.get_one(Announcement, application.announcement_id)
        await end_unsubmitted(session, application, announcement, Status.EXPIRED)
    return len(due)


TASKS = (Sweep("expire_unsubmitted_applications", timedelta(seconds=5), expire_unsubmitted),)
