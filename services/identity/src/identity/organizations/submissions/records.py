"""The record of submissions: what was submitted, and what was decided about it."""

from uuid import UUID

from contracts import ContentType
from contracts.submissions import Snapshot
from kit.database import db
from kit.database.db import AsyncSession

from identity.organizations.submissions.models import SUBMISSION_STATES, Submission
from identity.organizations.submissions.schemas import Decided


async def create_submission(
    session: AsyncSession,
    content_type: ContentType,
    content_id: UUID,
    number: int,
    snapshot: Snapshot,
    user_id: UUID,
) -> None:
    """Record what was submitted, by whom; the content is locked. The same number twice is refused
    by the primary key."""
    session.add(
        Submission(
            content_type=content_type,
            content_id=content_id,
            number=number,
            snapshot=snapshot.model_dump(mode="json"),
            submitted_by=user_id,
        )
    )
    await session.flush()


async def decide_submission(
    session: AsyncSession, content_type: ContentType, content_id: UUID, decided: Decided
) -> None:
    """Record the decision about a submission; one of before snapshots were taken has no record."""
    submission = await session.get(Submission, (content_type, content_id, decided.number))
    if submission is None:
        return
    SUBMISSION_STATES.transition(submission, decided.status)
    submission.comment = decided.comment
    submission.remarks = [remark.model_dump() for remark in decided.remarks]
    submission.decided_at = await db.now(session)
    await session.flush()
