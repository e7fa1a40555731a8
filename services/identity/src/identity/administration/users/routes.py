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

from identity.accounts.accounts.errors import UserNotFound, UserOutranks
from identity.accounts.invitations.errors import InvitationTooSoon
from identity.accounts.profiles.errors import ProfileNotFound
from identity.accounts.verifications.errors import AlreadyVerified
from identity.administration.confirmations.errors import ConfirmationOpen, NoOtherAdmin
from identity.administration.users import export, queries, service
from identity.administration.users.errors import OwnAccount, RoleNotHeld, UserChanged, UserDisabled
from identity.administration.users.schemas import (
    AccountCreate,
    AccountDetail,
    AccountFilter,
    AccountRow,
    AccountSort,
    AccountUpdate,
    RolesUpdate,
)
from identity.config import SettingsDep
from identity.sign_in.otps.errors import OtpLimit, OtpTooSoon
from identity.sign_in.revocations.service import KeysDep
from identity.sign_in.sessions.errors import SessionNotFound

router = APIRouter(prefix="/users", tags=["users"], responses=problems(*AUTH_PROBLEMS))

UserViewerDep = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_USERS])]
UserCreatorDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.CREATE_USER])
]
UserEditorDep = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_USER])]
RoleManagerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_ROLES])
]
MANAGING: tuple[type[Problem], ...] = (UserNotFound, OwnAccount, UserOutranks, *AUTH_PROBLEMS)


@router.get("")
async def list_users(
    session: Session,
    _: UserViewerDep,
    page: Paging,
    filters: Annotated[AccountFilter, Query()],
    sort: AccountSort = AccountSort.CREATED_DESC,
) -> Page[AccountRow]:
    """List all users with their profiles and roles."""
    return await queries.list_users(session, page, filters, sort)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_users(
    database: DatabaseDep,
    actor: UserViewerDep,
    filters: Annotated[AccountFilter, Query()],
    file: Annotated[ExportQuery, Query()],
    sort: AccountSort = AccountSort.CREATED_DESC,
) -> StreamingResponse:
    """Export all rows of the list as a spreadsheet."""
    return await export.export_users(database, actor, filters, sort, file)


@router.post("", status_code=201, responses=problems(Invalid, RoleNotHeld, *AUTH_PROBLEMS))
async def create_user(
    body: AccountCreate, session: Session, actor: UserCreatorDep
) -> AccountDetail:
    """Add an admin and mail an invitation to choose a password."""
    user_id = await service.create_user(session, actor, body)
    return await queries.get_user(session, actor, user_id)


@router.get("/{user_id}", responses=problems(UserNotFound))
async def get_user(user_id: UUID, session: Session, actor: UserViewerDep) -> AccountDetail:
    """Return a user with profiles, roles and active sessions."""
    return await queries.get_user(session, actor, user_id)


@router.put(
    "/{user_id}",
    responses=problems(Invalid, NoOtherAdmin, ConfirmationOpen, *MANAGING)
    | {202: {"model": AccountDetail, "description": "It waits for another admin."}},
)
async def update_user(
    user_id: UUID,
    body: AccountUpdate,
    response: Response,
    database: DatabaseDep,
    actor: UserEditorDep,
) -> AccountDetail:
    """Update a user; omitted fields stay. A new address must be verified again.

    Changing the email or phone also needs `edit-sign-in-details`. For an admin or
    organization owner, the response is 202: another admin must confirm the whole change
    (`GET /confirmations`).
    """
    if not await service.update_user(database, actor, user_id, body):
        response.status_code = 202
    async with database.transaction() as session:
        return await queries.get_user(session, actor, user_id)


@router.put(
    "/{user_id}/profiles/{profile_id}/roles",
    responses=problems(Invalid, ProfileNotFound, RoleNotHeld, UserChanged, *MANAGING),
)
async def update_user_roles(
    user_id: UUID, profile_id: UUID, body: RolesUpdate, session: Session, actor: RoleManagerDep
) -> AccountDetail:
    """Replace the roles of a user's profile. The caller must have all their permissions."""
    await service.update_roles(session, actor, user_id, profile_id, body)
    return await queries.get_user(session, actor, user_id)


@router.post("/{user_id}/disable", responses=problems(*MANAGING))
async def disable_user(user_id: UUID, session: Session, actor: UserEditorDep) -> AccountDetail:
    """Disable a user and end all their sessions."""
    await service.disable_user(session, actor, user_id)
    return await queries.get_user(session, actor, user_id)


@router.post("/{user_id}/enable", responses=problems(*MANAGING))
async def enable_user(user_id: UUID, session: Session, actor: UserEditorDep) -> AccountDetail:
    """Enable a disabled user."""
    await service.enable_user(session, actor, user_id)
    return await queries.get_user(session, actor, user_id)


@router.delete("/{user_id}/sessions", responses=problems(*MANAGING))
async def end_user_sessions(user_id: UUID, session: Session, actor: UserEditorDep) -> AccountDetail:
    """End all sessions of a user."""
    await service.end_all_of_user(session, actor, user_id)
    return await queries.get_user(session, actor, user_id)


@router.delete("/{user_id}/sessions/{session_id}", responses=problems(SessionNotFound, *MANAGING))
async def end_user_session(
    user_id: UUID, session_id: UUID, session: Session, actor: UserEditorDep
) -> AccountDetail:
    """End one session of a user."""
    await service.end_session_of_user(session, actor, user_id, session_id)
    return await queries.get_user(session, actor, user_id)


@router.delete("/{user_id}/second-factor", responses=problems(*MANAGING))
async def reset_user_second_factor(
    user_id: UUID, session: Session, actor: UserEditorDep
) -> AccountDetail:
    """Remove the second factor of a user who lost it, and notify them."""
    await service.remove_user_second_factor(session, actor, user_id)
    return await queries.get_user(session, actor, user_id)


@router.post(
    "/{user_id}/verification",
    responses=problems(
        AlreadyVerified, UserDisabled, OtpTooSoon, OtpLimit, InvitationTooSoon, *MANAGING
    ),
)
async def send_user_verification(
    user_id: UUID,
    session: Session,
    keys: KeysDep,
    settings: SettingsDep,
    actor: UserEditorDep,
) -> AccountDetail:
    """Send the user another verification code or invitation."""
    await service.resend_user_verification(session, keys, settings, actor, user_id)
    return await queries.get_user(session, actor, user_id)
