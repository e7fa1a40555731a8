"""Public routes for the holder of a link. Its secret is sent in bodies, which are not logged."""

from typing import Annotated

from fastapi import APIRouter, Header, Response
from kit.core.errors import Invalid, Unauthorized, problems
from kit.database.db import DatabaseDep, Session
from kit.security.auth import OptionalUser
from kit.web.idempotency import renew_on_retry, repeatable

from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.invitations import queries, service
from identity.accounts.invitations.errors import (
    InvitationExpired,
    InvitationNeedsSignIn,
    InvitationNotFound,
    InvitationOfOther,
    InvitationRevoked,
    InvitationUsed,
)
from identity.accounts.invitations.schemas import InvitationAnswer, InvitationLink, InvitationRead
from identity.config import SettingsDep
from identity.sign_in.cookies.service import set_cookies
from identity.sign_in.revocations.service import KeysDep
from identity.sign_in.tokens.service import renew_sign_in_response

LINK_PROBLEMS = (InvitationNotFound, InvitationUsed, InvitationRevoked, InvitationExpired)
ANSWERING = (*LINK_PROBLEMS, InvitationOfOther, InvitationNeedsSignIn, Unauthorized)

router = APIRouter(prefix="/auth/invitation", tags=["auth"])


@router.post("", responses=problems(*LINK_PROBLEMS))
@repeatable
async def get_invitation(body: InvitationLink, session: Session) -> InvitationRead:
    """Return the user, profile and organization of an invitation."""
    return await queries.get_invitation(session, body.token)


@router.post("/accept", responses=problems(Invalid, *ANSWERING))
@renew_on_retry(renew_sign_in_response)
async def accept_invitation(
    body: InvitationAnswer,
    response: Response,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    actor: OptionalUser,
    user_agent: Annotated[str, Header(include_in_schema=False)] = "",
) -> SignedIn:
    """Accept an invitation. New users choose a password, which verifies them and signs them in.

    Other users must be signed in. The returned token includes the profile.
    """
    opened = await service.accept_invitation(database, keys, settings, actor, body, user_agent)
    return set_cookies(response, settings, opened)


@router.post("/decline", status_code=204, responses=problems(*ANSWERING))
async def decline_invitation(body: InvitationLink, session: Session, actor: OptionalUser) -> None:
    """Decline an invitation, which ends the link."""
    await service.decline_invitation(session, actor, body.token)
