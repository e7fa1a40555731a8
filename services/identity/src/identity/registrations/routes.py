"""Routes of signing up."""

from typing import Annotated

from fastapi import APIRouter, Header, Response
from kit.db import Session
from kit.errors import Invalid, problems

from identity.accounts.guards import Config, SigningKeys
from identity.accounts.schemas import SignedIn
from identity.logins.routes import hand_over
from identity.registrations import service
from identity.registrations.schemas import SignUp, UsernameQuery

router = APIRouter(prefix="/auth", tags=["auth"])


@router.post("/signup", status_code=201, responses=problems(Invalid))
async def signup(
    body: SignUp,
    response: Response,
    session: Session,
    keys: SigningKeys,
    settings: Config,
    user_agent: Annotated[str, Header(include_in_schema=False)] = "",
) -> SignedIn:
    """Make an account. It is signed in, and waits for the code that was sent to it."""
    opened = await service.sign_up(session, keys, settings, body, user_agent)
    return hand_over(response, settings, opened)


@router.post("/username/is-available")
async def is_username_available(body: UsernameQuery, session: Session) -> bool:
    """Whether the username is free and keeps the rules."""
    return await service.is_username_available(session, body.username)
