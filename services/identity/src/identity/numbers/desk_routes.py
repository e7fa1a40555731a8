"""Routes of admins who see to identity numbers."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query, Response
from kit.auth import AUTH_PROBLEMS, Principal, guard
from kit.db import Session
from kit.errors import problems
from kit.media import Media
from kit.pages import Page, Paging

from identity.numbers import decide as deciding
from identity.numbers import queries as reading
from identity.numbers.cases import CaseDecided, CaseNotFound, DocumentNotFound
from identity.numbers.decide import CaseChanged, OwnNumber
from identity.numbers.queries import Sort
from identity.numbers.routes import give_out
from identity.numbers.schemas import CaseDecision, CaseDetail, CaseFilter, CaseRow

router = APIRouter(
    prefix="/users/number-cases", tags=["number cases"], responses=problems(*AUTH_PROBLEMS)
)
Viewer = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_USERS])]
Decider = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_USER])]


@router.get("")
async def list_number_cases(
    session: Session,
    _: Viewer,
    page: Paging,
    wanted: Annotated[CaseFilter, Query()],
    sort: Sort = "-created_at",
) -> Page[CaseRow]:
    """Requests for other numbers and numbers that two people gave; numbers are masked."""
    return await reading.list_cases(session, page, wanted, sort)


@router.get("/{case_id}", responses=problems(CaseNotFound))
async def get_number_case(case_id: UUID, session: Session, actor: Viewer) -> CaseDetail:
    """A case with both people side by side, their documents and its record.

    Whoever may not decide it sees neither documents nor whole numbers.
    """
    return await reading.read_case(session, actor, case_id)


@router.get("/{case_id}/documents/{document_id}", responses=problems(DocumentNotFound))
async def number_case_document(
    case_id: UUID, document_id: UUID, session: Session, media: Media, actor: Decider
) -> Response:
    """A document of a case, for those who decide it."""
    return await give_out(media, await reading.case_document(session, actor, case_id, document_id))


@router.post(
    "/{case_id}/decisions",
    status_code=201,
    responses=problems(CaseNotFound, CaseDecided, CaseChanged, OwnNumber, *AUTH_PROBLEMS),
)
async def decide_number_case(
    case_id: UUID, body: CaseDecision, session: Session, actor: Decider
) -> CaseDetail:
    """Give the number to who asks for it, leave it where it is, or ask for more."""
    await deciding.decide(session, actor, case_id, body)
    return await reading.read_case(session, actor, case_id)
