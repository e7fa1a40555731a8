"""`/queries/canned-answers`: reusable answers for admins who answer inquiries."""

from uuid import UUID

from fastapi import APIRouter, status
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS

from notifications.canned_answers import queries, service
from notifications.canned_answers.errors import (
    CannedAnswerNotFound,
    CannedAnswersChanged,
    TooManyCannedAnswers,
)
from notifications.canned_answers.schemas import (
    CannedAnswerCreate,
    CannedAnswerOrder,
    CannedAnswerPage,
    CannedAnswerRead,
    CannedAnswerUpdate,
    FilledAnswerList,
)
from notifications.inquiries.errors import InquiryNotFound
from notifications.inquiries.routes import AnswererDep

router = APIRouter(prefix="/queries", tags=["queries"])


@router.get("/canned-answers", responses=problems(*AUTH_PROBLEMS))
async def list_canned_answers(session: Session, _: AnswererDep, page: Paging) -> CannedAnswerPage:
    """List the canned answers in their order."""
    return await queries.list_canned_answers(session, page)


@router.post(
    "/canned-answers",
    status_code=status.HTTP_201_CREATED,
    responses=problems(Invalid, TooManyCannedAnswers, *AUTH_PROBLEMS),
)
async def create_canned_answer(
    session: Session, _: AnswererDep, body: CannedAnswerCreate
) -> CannedAnswerRead:
    """Create a canned answer."""
    return await service.create_canned_answer(session, body)


@router.put(
    "/canned-answers/order",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=problems(CannedAnswersChanged, *AUTH_PROBLEMS),
)
async def update_canned_answer_order(
    session: Session, _: AnswererDep, body: CannedAnswerOrder
) -> None:
    """Reorder the canned answers."""
    await service.update_order(session, body)


@router.put(
    "/canned-answers/{answer_id}",
    responses=problems(Invalid, CannedAnswerNotFound, CannedAnswersChanged, *AUTH_PROBLEMS),
)
async def update_canned_answer(
    session: Session, _: AnswererDep, answer_id: UUID, body: CannedAnswerUpdate
) -> CannedAnswerRead:
    """Change a canned answer's text."""
    return await service.update_canned_answer(session, answer_id, body)


@router.delete(
    "/canned-answers/{answer_id}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=problems(CannedAnswerNotFound, *AUTH_PROBLEMS),
)
async def delete_canned_answer(session: Session, _: AnswererDep, answer_id: UUID) -> None:
    """Delete a canned answer."""
    await service.delete_canned_answer(session, answer_id)


@router.get("/{inquiry_id}/canned-answers", responses=problems(InquiryNotFound, *AUTH_PROBLEMS))
async def list_filled_answers(
    session: Session, _: AnswererDep, inquiry_id: UUID
) -> FilledAnswerList:
    """List the canned answers, filled for this inquiry in its asker's language."""
    return await queries.list_filled_answers(session, inquiry_id)
