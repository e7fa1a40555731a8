from typing import Annotated
from uuid import UUID

from contracts import ContentType, Permission, ProfileType
from fastapi import APIRouter, Query, status
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from approvals.requests import queries, service
from approvals.requests.errors import (
    AlreadyDecided,
    DecidedByYou,
    DecidedForYou,
    LevelDecided,
    LinkExpired,
    LinkOfAnother,
    LinkUnknown,
    LinkUsed,
    NoLevel,
    NotApprover,
    OrganizationSuspended,
    OwnRequest,
    RequestNotFound,
)
from approvals.requests.handovers import service as handovers
from approvals.requests.links import service as links
from approvals.requests.models import RequestStatus
from approvals.requests.schemas import (
    DecisionCreate,
    HandoverCreate,
    LinkOpen,
    LinkTarget,
    RequestDetail,
    RequestRow,
    RequestSort,
)

AdminDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_APPROVAL_SYSTEM])
]
AssignerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_APPROVAL_LEVEL])
]
router = APIRouter(prefix="/approvals", tags=["approvals"])


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_approvals(
    session: Session,
    actor: AdminDep,
    page: Paging,
    content_type: ContentType | None = None,
    status: RequestStatus | None = None,
    mine: Annotated[bool, Query(description="Only what waits for the caller")] = False,
    overdue: Annotated[
        bool | None, Query(description="Only what was to be decided before today")
    ] = None,
    search: Annotated[str | None, Query(max_length=100)] = None,
    sort: RequestSort = RequestSort.SUBMITTED_DESC,
) -> Page[RequestRow]:
    """List requests, newest first by default."""
    return await queries.list_requests(
        session,
        actor,
        page,
        content_type=content_type,
        status=status,
        mine=mine,
        overdue=bool(overdue),
        search=search,
        sort=sort,
    )


@router.post(
    "/links/open",
    responses=problems(*AUTH_PROBLEMS, LinkUnknown, LinkOfAnother, LinkUsed, LinkExpired),
)
async def open_approval_link(session: Session, actor: AdminDep, body: LinkOpen) -> LinkTarget:
    """Get the request a mailed link opens. This decides nothing."""
    return LinkTarget(approval_id=await links.open_link(session, actor, body.token))


@router.get("/{approval_id}", responses=problems(*AUTH_PROBLEMS, RequestNotFound))
async def get_approval(session: Session, actor: AdminDep, approval_id: UUID) -> RequestDetail:
    """Get a request with its steps, decisions and earlier submissions."""
    return await queries.get_request(session, actor, approval_id)


@router.put(
    "/{approval_id}/approvers",
    responses=problems(
        *AUTH_PROBLEMS, RequestNotFound, AlreadyDecided, LevelDecided, NoLevel, Invalid
    ),
)
async def reassign_approval(
    session: Session, actor: AssignerDep, approval_id: UUID, body: HandoverCreate
) -> RequestDetail:
    """Assign the current step of a request to other admins."""
    return await handovers.reassign_request(session, actor, approval_id, body)


@router.post(
    "/{approval_id}/decisions",
    status_code=status.HTTP_201_CREATED,
    responses=problems(
        *AUTH_PROBLEMS,
        NotApprover,
        OwnRequest,
        RequestNotFound,
        AlreadyDecided,
        LevelDecided,
        DecidedByYou,
        DecidedForYou,
        OrganizationSuspended,
        Invalid,
    ),
)
async def decide_approval(
    session: Session, actor: AdminDep, approval_id: UUID, body: DecisionCreate
) -> RequestDetail:
    """Approve, reject or return a request at its current step."""
    return await service.decide_request(session, actor, approval_id, body)
