"""Notification preferences: the user's settings page, and the unsubscribe link in mails."""

from contracts.app_routes import AppRoute
from fastapi import APIRouter
from fastapi.responses import RedirectResponse
from kit.core.errors import Invalid, Unauthorized, problems
from kit.database.db import Session
from kit.security.auth import AnyUser, TokenInvalid, TokenStale

from notifications.config import SettingsDep
from notifications.preferences import queries, service
from notifications.preferences.errors import OptOutNotFound
from notifications.preferences.schemas import OptOut, PreferencesRead, PreferencesUpdate

SIGN_IN = (Unauthorized, TokenStale, TokenInvalid)
router = APIRouter(prefix="/notifications", tags=["preferences"])


@router.get("/preferences", responses=problems(*SIGN_IN))
async def get_notification_preferences(
    session: Session, settings: SettingsDep, actor: AnyUser
) -> PreferencesRead:
    """Return the caller's notification preferences."""
    return await queries.get_preferences(session, actor, settings)


@router.put("/preferences", responses=problems(Invalid, *SIGN_IN))
async def update_notification_preferences(
    session: Session, settings: SettingsDep, actor: AnyUser, body: PreferencesUpdate
) -> PreferencesRead:
    """Replace the caller's preferences; they also apply to queued messages."""
    return await service.update_preferences(session, actor, settings, body)


@router.get("/opt-outs/{token}", status_code=303, response_class=RedirectResponse)
async def show_opt_out(token: str) -> str:
    """Redirect to the unsubscribe page. Link scanners that follow it change nothing."""
    return f"{AppRoute.UNSUBSCRIBE}#{token}"


@router.post("/opt-outs/{token}", responses=problems(OptOutNotFound))
async def opt_out(session: Session, settings: SettingsDep, token: str) -> OptOut:
    """Unsubscribe from mails about a subject, by one click in a mail program (RFC 8058) or on the
    page. No sign-in is needed."""
    return await service.opt_out(session, settings, token)
