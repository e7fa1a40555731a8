"""Beginning a session of a user who has proved who they are, whatever the way."""

from dataclasses import dataclass

from kit.database.db import AsyncSession

from identity.accounts.accounts.answers import signed_in
from identity.accounts.accounts.models import Account
from identity.accounts.accounts.schemas import SignedIn
from identity.config import Settings
from identity.sign_in.devices.requester import create_device_cookie
from identity.sign_in.otps.queries import get_resend_in
from identity.sign_in.sessions.service import create_refresh_token, create_session
from identity.sign_in.signing.keys import Keys


@dataclass(frozen=True, slots=True)
class Opened:
    """A signed-in answer, and what goes into cookies where that is new."""

    answer: SignedIn
    refresh_token: str | None = None
    """None when the browser's own stays valid."""
    device_cookie: str | None = None
    """Given when a session begins."""


async def open_session(
    session: AsyncSession, keys: Keys, settings: Settings, account: Account, user_agent: str
) -> Opened:
    """Begin a session of a user who has just proved who they are."""
    user = account.user
    created = await create_session(session, settings, user.id, user_agent)
    answer = signed_in(account, keys, created.id)
    if user.verified_at is None:
        answer.resend_in = await get_resend_in(session, keys, settings, user.id)
    refresh_token = create_refresh_token(session, created.id)
    return Opened(answer, refresh_token, create_device_cookie(keys, user.id))
