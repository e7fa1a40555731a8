"""Routes of the users, for admins."""

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
    """Everybody with an account, with profiles and roles."""
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
    """The same list as a file for spreadsheets, all of its rows."""
    return await export.export_users(database, actor, filters, sort, file)


@router.post("", status_code=201, responses=problems(Invalid, RoleNotHeld, *AUTH_PROBLEMS))
async def create_user(
    body: AccountCreate, session: Session, actor: UserCreatorDep
) -> AccountDetail:
    """Add an admin, who is invited by mail to choose a password."""
    user_id = await service.create_user(session, actor, body)
    return await queries.get_user(session, actor, user_id)


@router.get("/{user_id}", responses=problems(UserNotFound))
async def get_user(user_id: UUID, session: Session, actor: UserViewerDep) -> AccountDetail:
    """A user with profiles, roles and the browsers that are signed in."""
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
    """Change a user; what is left out stays. Another address must be verified again.

    Another email or phone also takes `edit-sign-in-details`. For an organization's owner or an
    admin the answer is 202: the whole change waits for another admin in `GET /confirmations`.
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
    """Give a user's profile these roles and no others; they allow only what the caller may do."""
    await service.update_roles(session, actor, user_id, profile_id, body)
    return await queries.get_user(session, actor, user_id)


@router.post("/{user_id}/disable", responses=problems(*MANAGING))
async def disable_user(user_id: UUID, session: Session, actor: UserEditorDep) -> AccountDetail:
    """Sign the user out everywhere, and let them in no more."""
    await service.disable_user(session, actor, user_id)
    return await queries.get_user(session, actor, user_id)


@router.post("/{user_id}/enable", responses=problems(*MANAGING))
async def enable_user(user_id: UUID, session: Session, actor: UserEditorDep) -> AccountDetail:
    """Let the user sign in again."""
    await service.enable_user(session, actor, user_id)
    return await queries.get_user(session, actor, user_id)


@router.delete("/{user_id}/sessions", responses=problems(*MANAGING))
async def end_user_sessions(user_id: UUID, session: Session, actor: UserEditorDep) -> AccountDetail:
    """Sign the user out everywhere."""
    await service.end_all_of_user(session, actor, user_id)
    return await queries.get_user(session, actor, user_id)


@router.delete("/{user_id}/sessions/{session_id}", responses=problems(SessionNotFound, *MANAGING))
async def end_user_session(
    user_id: UUID, session_id: UUID, session: Session, actor: UserEditorDep
) -> AccountDetail:
    """Sign the user out in one browser."""
    await service.end_session_of_user(session, actor, user_id, session_id)
    return await queries.get_user(session, actor, user_id)


@router.delete("/{user_id}/second-factor", responses=problems(*MANAGING))
async def reset_user_second_factor(
    user_id: UUID, session: Session, actor: UserEditorDep
) -> AccountDetail:
    """Take away the second factor of a user who has lost it; they are notified."""
    await service.reset_second_factor_of(session, actor, user_id)
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
    """Send the user another code to verify the address, or the invitation once more."""
    await service.send_verification_to(session, keys, settings, actor, user_id)
    return await queries.get_user(session, actor, user_id)
