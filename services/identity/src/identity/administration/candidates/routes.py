from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query, Response
from kit.core.errors import Invalid, Problem, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from identity.accounts.accounts.errors import UserOutranks
from identity.accounts.erasures.errors import ErasureRunning
from identity.accounts.erasures.queries import get_erasure
from identity.accounts.erasures.schemas import ErasureRow
from identity.accounts.invitations.errors import InvitationTooSoon
from identity.administration.candidates import export, queries, service
from identity.administration.candidates.errors import CandidateNotFound, NotInvited
from identity.administration.candidates.schemas import (
    CandidateCreate,
    CandidateDetail,
    CandidateErasureCreate,
    CandidateFilter,
    CandidateRow,
    CandidateSort,
    CandidateUpdate,
)
from identity.administration.confirmations.errors import ConfirmationOpen, NoOtherAdmin
from identity.administration.users.errors import OwnAccount
from identity.config import SettingsDep

MANAGING: tuple[type[Problem], ...] = (
    CandidateNotFound,
    OwnAccount,
    UserOutranks,
    *AUTH_PROBLEMS,
)

router = APIRouter(prefix="/candidates", tags=["candidates"], responses=problems(*AUTH_PROBLEMS))

CandidateViewerDep = Annotated[
    Principal,
    guard(ProfileType.ORGANIZATION, ProfileType.ADMIN, permissions=[Permission.VIEW_CANDIDATES]),
]
CandidateEditorDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_CANDIDATE])
]
CandidateEraserDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.ERASE_USER])
]


@router.get("")
async def list_candidates(
    session: Session,
    actor: CandidateViewerDep,
    page: Paging,
    filters: Annotated[CandidateFilter, Query()],
    sort: CandidateSort = CandidateSort.CREATED_DESC,
) -> Page[CandidateRow]:
    """List candidates who enrolled with or were added by the organization; all for an admin."""
    return await queries.list_candidates(session, actor, page, filters, sort)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_candidates(
    database: DatabaseDep,
    actor: CandidateViewerDep,
    filters: Annotated[CandidateFilter, Query()],
    file: Annotated[ExportQuery, Query()],
    sort: CandidateSort = CandidateSort.CREATED_DESC,
) -> StreamingResponse:
    """Export all rows of the list as a spreadsheet."""
    return await export.export_candidates(database, actor, filters, sort, file)


@router.post("", status_code=201, responses=problems(Invalid, *AUTH_PROBLEMS))
async def create_candidate(
    body: CandidateCreate, session: Session, actor: CandidateEditorDep
) -> CandidateDetail:
    """Add a candidate and mail an invitation to choose a password."""
    profile_id = await service.create_candidate(session, actor, body)
    return await queries.get_candidate(session, actor, profile_id)


@router.get("/{profile_id}", responses=problems(CandidateNotFound, *AUTH_PROBLEMS))
async def get_candidate(
    profile_id: UUID, session: Session, actor: CandidateViewerDep
) -> CandidateDetail:
    """Return a candidate, with the fields that the reader may see."""
    return await queries.get_candidate(session, actor, profile_id)


@router.put(
    "/{profile_id}",
    responses=problems(Invalid, NoOtherAdmin, ConfirmationOpen, *MANAGING)
    | {202: {"model": CandidateDetail, "description": "It waits for another admin."}},
)
async def update_candidate(
    profile_id: UUID,
    body: CandidateUpdate,
    response: Response,
    database: DatabaseDep,
    actor: CandidateEditorDep,
) -> CandidateDetail:
    """Update a candidate; omitted fields stay. Fixed numbers are rejected.

    Changing the email, phone or ID number also needs `edit-sign-in-details`. For a
    candidate who is also an admin or organization owner, the response is 202: another admin must
    confirm the whole change (`GET /confirmations`).
    """
    if not await service.update_candidate(database, actor, profile_id, body):
        response.status_code = 202
    async with database.transaction() as session:
        return await queries.get_candidate(session, actor, profile_id)


@router.post(
    "/{profile_id}/invitation", responses=problems(NotInvited, InvitationTooSoon, *MANAGING)
)
async def send_candidate_invitation(
    profile_id: UUID, session: Session, settings: SettingsDep, actor: CandidateEditorDep
) -> CandidateDetail:
    """Send the invitation again and revoke the previous link."""
    await service.invite_candidate_again(session, settings, actor, profile_id)
    return await queries.get_candidate(session, actor, profile_id)


@router.post(
    "/{profile_id}/erasure", status_code=201, responses=problems(Invalid, ErasureRunning, *MANAGING)
)
async def create_candidate_erasure(
    profile_id: UUID, body: CandidateErasureCreate, session: Session, actor: CandidateEraserDep
) -> ErasureRow:
    """Request the erasure of a candidate. Obstacles are reported shortly after, then an admin
    decides.
    """
    erasure_id = await service.create_candidate_erasure(session, actor, profile_id, body)
    return await get_erasure(session, actor, erasure_id)
