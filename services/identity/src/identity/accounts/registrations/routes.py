from typing import Annotated

from fastapi import APIRouter, Header, Response
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.telemetry.admission import Essential
from kit.web.idempotency import repeatable

from identity.accounts.accounts.queries import find_free_username
from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.registrations import queries, service
from identity.accounts.registrations.schemas import (
    SignUp,
    UsernameQuery,
    UsernameSuggestion,
    UsernameSuggestionQuery,
)
from identity.config import SettingsDep
from identity.sign_in.cookies.service import set_cookies
from identity.sign_in.revocations.service import KeysDep

router = APIRouter(prefix="/auth", tags=["auth"], dependencies=[Essential])


@router.post("/signup", status_code=201, responses=problems(Invalid))
async def signup(
    body: SignUp,
    response: Response,
    session: Session,
    keys: KeysDep,
    settings: SettingsDep,
    user_agent: Annotated[str, Header(include_in_schema=False)] = "",
) -> SignedIn:
    """Create an account and sign it in. A verification code is sent to its address."""
    opened = await service.sign_up(session, keys, settings, body, user_agent)
    return set_cookies(response, settings, opened)


@router.post("/username/is-available")
@repeatable
async def get_username_availability(body: UsernameQuery, session: Session) -> bool:
    """Return true if the username is valid and free."""
    return await queries.is_username_available(session, body.username)


@router.post("/username/suggestion")
@repeatable
async def suggest_username(body: UsernameSuggestionQuery, session: Session) -> UsernameSuggestion:
    """Suggest a free username based on an address. Reveals nothing about the address."""
    return UsernameSuggestion(username=await find_free_username(session, body.email))
