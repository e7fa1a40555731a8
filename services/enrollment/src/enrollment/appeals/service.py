from uuid import UUID

from contracts.enrollment import AppealStatus as Status
from contracts.enrollment import EnrollmentResult
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, select
from sqlmodel import col

from enrollment.appeals import queries
from enrollment.appeals.errors import (
    AlreadyAppealed,
    AppealEnded,
    AppealNotFound,
    AppealTooLate,
)
from enrollment.appeals.events import appeal_changed
from enrollment.appeals.models import APPEAL_STATES, Appeal
from enrollment.appeals.rules import get_appeal_deadline, is_correctable
from enrollment.appeals.schemas import AppealChange, AppealCreate, AppealDetail, OwnAppeal
from enrollment.certificates import service as certificates
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch
from enrollment.results.corrections.service import Corrections, correct_result
from enrollment.results.models import Outcome


async def create_appeal(session: AsyncSession, actor: Principal, body: AppealCreate) -> OwnAppeal:
    """Appeal against the caller's own result.

    Raises `EnrollmentNotFound`, also for another candidate's enrollment or an undecided result,
    `AppealTooLate` and `AlreadyAppealed`.
    """
    enrollment = await db.lock(
        session,
        Enrollment,
        col(Enrollment.id) == body.enrollment_id,
        col(Enrollment.candidate_profile_id) == actor.profile_id,
    )
    outcome = await session.get(Outcome, body.enrollment_id)
    if enrollment is None or outcome is None:
        raise EnrollmentNotFound
    # The enrollment is locked, so concurrent requests create one appeal.
    found = select(col(Appeal.id)).where(col(Appeal.enrollment_id) == enrollment.id)
    if await session.scalar(found) is not None:
        raise AlreadyAppealed
    if await db.now(session) > get_appeal_deadline(outcome.decided_at):
        raise AppealTooLate
    appeal = Appeal(
        enrollment_id=enrollment.id,
        batch_id=enrollment.batch_id,
        organization_id=enrollment.organization_id,
        text=body.text,
        result=outcome.result,
    )
    session.add(appeal)
    await session.flush()
    await _publish(session, appeal, None)
    return await queries.get_own_appeal(session, actor, enrollment.id)


async def withdraw_appeal(session: AsyncSession, actor: Principal, appeal_id: UUID) -> OwnAppeal:
    """Withdraw the caller's own appeal.

    Raises `AppealNotFound` and `AppealEnded`.
    """
    own = select(col(Enrollment.id)).where(col(Enrollment.candidate_profile_id) == actor.profile_id)
    appeal = await _lock_open(session, appeal_id, col(Appeal.enrollment_id).in_(own))
    await _transition(session, appeal, Status.WITHDRAWN)
    return await queries.get_own_appeal(session, actor, appeal.enrollment_id)


async def uphold_result(
    session: AsyncSession, actor: Principal, appeal_id: UUID, answer: str
) -> AppealDetail:
    """Uphold the result with an explanation.

    Raises `AppealNotFound` and `AppealEnded`.
    """
    appeal = await _lock_open(session, appeal_id, queries.is_visible_to(actor))
    await _transition(session, appeal, Status.UPHELD, answer=answer)
    return await queries.get_appeal(session, actor, appeal_id)


async def change_result(
    session: AsyncSession, actor: Principal, appeal_id: UUID, body: AppealChange
) -> AppealDetail:
    """Correct scores and attendance, decide the result again and explain it.

    A change that took away a pass can be corrected. Raises `AppealNotFound`, `AppealEnded`, and
    `Invalid` for impossible or ineffective corrections.
    """
    appeal = await _lock(session, appeal_id, queries.is_visible_to(actor))
    if not is_correctable(appeal.status, appeal.new_result):
        raise AppealEnded
    corrections = Corrections(
        points={each.assessment_id: each.points for each in body.scores},
        marks={each.session_id: each.attendance for each in body.marks},
    )
    # Lock the batch before the enrollment, the order used for issuing.
    await certificates.lock_batch(session, appeal.batch_id)
    result = await correct_result(session, actor, appeal.enrollment_id, corrections)
    await certificates.update_for_result(session, appeal.enrollment_id, result)
    await _transition(session, appeal, Status.CHANGED, answer=body.answer, new_result=result)
    return await queries.get_appeal(session, actor, appeal_id)


async def _lock_open(
    session: AsyncSession, appeal_id: UUID, is_visible: ColumnElement[bool]
) -> Appeal:
    appeal = await _lock(session, appeal_id, is_visible)
    if appeal.status is not Status.OPEN:
        raise AppealEnded
    return appeal


async def _lock(session: AsyncSession, appeal_id: UUID, is_visible: ColumnElement[bool]) -> Appeal:
    appeal = await db.lock(session, Appeal, col(Appeal.id) == appeal_id, is_visible)
    if appeal is None:
        raise AppealNotFound
    return appeal


async def _transition(
    session: AsyncSession,
    appeal: Appeal,
    to: Status,
    *,
    answer: str | None = None,
    new_result: EnrollmentResult | None = None,
) -> None:
    was = APPEAL_STATES.transition(appeal, to)
    appeal.answer = answer
    appeal.new_result = new_result
    appeal.version += 1
    appeal.updated_at = await db.now(session)
    await session.flush()
    await _publish(session, appeal, was)


async def _publish(session: AsyncSession, appeal: Appeal, previous: Status | None) -> None:
    enrollment = await session.get_one(Enrollment, appeal.enrollment_id)
    batch = await session.get_one(Batch, appeal.batch_id)
    event = appeal_changed(appeal, enrollment, batch, previous)
    await outbox.publish(session, event, sequence=appeal.version)
