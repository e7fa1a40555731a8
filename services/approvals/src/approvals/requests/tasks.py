"""Remind approvers of pending requests, and escalate overdue ones."""

from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.timezone import add_working_days, today
from kit.messaging import outbox
from kit.messaging.periodic import Sweep
from sqlalchemy import and_, func, or_
from sqlmodel import col

from approvals.requests.events import request_due
from approvals.requests.handovers.service import escalate_next
from approvals.requests.links.service import make_links
from approvals.requests.models import ApprovalRequest, Link, Reminder, RequestStatus, Step
from approvals.requests.rules import list_missing_approvers

_BATCH_SIZE = 100


async def publish_reminders(session: AsyncSession) -> int:
    """Publish reminders of requests due by the next working day and of overdue ones.

    Each is published once per level; if both apply, only the overdue one.
    """
    due, reminded = col(ApprovalRequest.due_on), col(ApprovalRequest.reminded)
    requests = await db.claim(
        session,
        ApprovalRequest,
        col(ApprovalRequest.status) == RequestStatus.PENDING,
        or_(
            and_(due <= add_working_days(today(), 1), reminded.is_(None)),
            and_(due < today(), reminded == Reminder.SOON),
        ),
        order_by=[due, col(ApprovalRequest.id)],
        limit=_BATCH_SIZE,
    )
    for request in requests:
        await _remind(session, request)
    await session.flush()
    return len(requests)


async def _remind(session: AsyncSession, request: ApprovalRequest) -> None:
    assert request.due_on
    request.reminded = Reminder.OVERDUE if request.due_on < today() else Reminder.SOON
    step = await session.get(Step, (request.id, request.step))
    assert step
    missing = await list_missing_approvers(session, request)
    event = request_due(request, step, await make_links(session, request, missing))
    # The later reminder of a level needs the higher sequence.
    sequence = 2 * request.step + (request.reminded is Reminder.OVERDUE)
    await outbox.publish(session, event, sequence=sequence)


async def delete_expired_links(session: AsyncSession) -> int:
    """Delete links that expired a month ago; until then the API reports them as expired."""
    month = func.now() - timedelta(days=30)
    return await db.delete_portion(session, Link, col(Link.expires_at) < month)


TASKS = (
    Sweep("forget_links", timedelta(hours=1), delete_expired_links),
    Sweep("remind_approvers", timedelta(hours=1), publish_reminders),
    Sweep("escalate_requests", timedelta(minutes=15), escalate_next),
)
