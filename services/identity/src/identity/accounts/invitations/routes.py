"""Routes of whoever has an invitation's link. Its secret comes in bodies, which no log has."""

from typing import Annotated

from fastapi import APIRouter, Header, Response
from kit.core.errors import Invalid, Unauthorized, problems
from kit.database.db import DatabaseDep, Session
from kit.security.auth import OptionalUser
from kit.web.idempotency import renewed_by, repeatable

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
from identity.sign_in.tokens.service import renew_signed_in

OVER = (InvitationNotFound, InvitationUsed, InvitationRevoked, InvitationExpired)
ANSWERING = (*OVER, InvitationOfOther, InvitationNeedsSignIn, Unauthorized)

router = APIRouter(prefix="/auth/invitation", tags=["auth"])


@router.post("", responses=problems(*OVER))
@repeatable
async def get_invitation(body: InvitationLink, session: Session) -> InvitationRead:
    """Who is invited to what by the link."""
    return await queries.get_invitation(session, body.token)


@router.post("/accept", responses=problems(Invalid, *ANSWERING))
@renewed_by(renew_signed_in)
async def accept_invitation(
    body: InvitationAnswer,
    response: Response,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    actor: OptionalUser,
    user_agent: Annotated[str, Header(include_in_schema=False)] = "",
) -> SignedIn:
    """Accept. A new person chooses a password, and is verified and signed in; others are signed in
    already. The token in the answer knows of the profile."""
    opened = await service.accept_invitation(database, keys, settings, actor, body, user_agent)
    return set_cookies(response, settings, opened)


@router.post("/decline", status_code=204, responses=problems(*ANSWERING))
async def decline_invitation(body: InvitationLink, session: Session, actor: OptionalUser) -> None:
    """Decline. The link is of no more use."""
    await service.decline_invitation(session, actor, body.token)
