from dataclasses import replace
from typing import Any

from kit.database.db import AsyncSession, Database
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.accounts.queries import lock_account
from identity.config import Settings
from identity.sign_in.attempts.rules import FREE_CODES_IN_TOTAL
from identity.sign_in.attempts.service import (
    Attempt,
    LoginCounts,
    build_second_factor_counts,
    count_attempt,
    judge_attempt,
    uncount_attempt,
)
from identity.sign_in.ceremonies.errors import CeremonyExpired
from identity.sign_in.ceremonies.models import Purpose
from identity.sign_in.ceremonies.service import create_ceremony, finish_ceremony, get_ceremony
from identity.sign_in.devices.service import Requester
from identity.sign_in.second_factors.challenges.schemas import (
    SecondFactorAsked,
    SecondFactorLogin,
    SecondFactorStep,
)
from identity.sign_in.second_factors.codes.service import is_recovery_code, use_code
from identity.sign_in.second_factors.rules import CHALLENGE_LIFETIME
from identity.sign_in.signing.service import Keys, list_master_secrets
from identity.sign_in.tokens.service import SessionStarted, open_session


async def ask_for_code(session: AsyncSession, keys: Keys, user: User) -> SecondFactorAsked:
    """Continue the sign-in of a locked user after the right password."""
    challenge = await create_ceremony(
        session,
        Purpose.SECOND_FACTOR,
        CHALLENGE_LIFETIME,
        user_id=user.id,
        password=_digest(keys, user),
    )
    step = SecondFactorStep(challenge=challenge, expires_in=int(CHALLENGE_LIFETIME.total_seconds()))
    return SecondFactorAsked(second_factor=step)


async def login_with_code(
    database: Database,
    keys: Keys,
    settings: Settings,
    form: SecondFactorLogin,
    requester: Requester,
    user_agent: str,
) -> SessionStarted:
    """Open a session after the right code.

    The attempt is counted and committed before the check. A wrong code leaves the challenge valid;
    a changed password voids it. Raises `CeremonyExpired`, `SecondFactorWrong`, `AccountLocked`.
    """

    async def judge(attempt: Attempt) -> SessionStarted:
        return await _login(attempt, database, keys, settings, form, requester, user_agent)

    return await judge_attempt(database, judge)


async def _login(
    attempt: Attempt,
    database: Database,
    keys: Keys,
    settings: Settings,
    form: SecondFactorLogin,
    requester: Requester,
    user_agent: str,
) -> SessionStarted:
    async with attempt.counting() as session:
        begun = await get_ceremony(session, Purpose.SECOND_FACTOR, form.challenge)
        user = await session.scalar(select(User).where(col(User.id) == begun.user_id))
        assert user
        counts = _counts(keys, user, requester, form.code)
        await count_attempt(session, attempt, counts.own)
        if counts.total is not None:
            await count_attempt(session, attempt, counts.total, FREE_CODES_IN_TOTAL)
    async with database.transaction() as session:
        account = await lock_account(session, user.id)
        begun = await finish_ceremony(session, Purpose.SECOND_FACTOR, form.challenge)
        if not _is_still_good(keys, account.user, begun.data):
            raise CeremonyExpired
        await use_code(session, list_master_secrets(settings), account.user, form.code)
        await uncount_attempt(session, counts)
        return await open_session(session, keys, settings, account, user_agent)


def _counts(keys: Keys, user: User, requester: Requester, code: str) -> LoginCounts:
    device = requester.find_trusted_device(keys, user)
    counts = build_second_factor_counts(keys, user.id, requester.network, device)
    # Recovery codes cannot be guessed, so they stay usable during an attack.
    return replace(counts, total=None) if is_recovery_code(code) else counts


def _is_still_good(keys: Keys, user: User, begun: dict[str, Any]) -> bool:
    """Return True if the user is active and the password unchanged since the first step."""
    is_same = begun["password"] == _digest(keys, user)
    return user.active and is_same and user.second_factor_at is not None


def _digest(keys: Keys, user: User) -> str:
    return keys.digest("second-factor-of", user.id, user.password_hash).hex()
