"""Turn the second factor on and off.

The password and an unattended browser are not enough to turn it off: that needs a code.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from contracts.identity import SecurityChange
from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.security.auth import Principal
from kit.security.totp import base32, create_secret, provisioning_uri
from kit.web.idempotency import AlreadyDone
from sqlalchemy import delete
from sqlmodel import col

from identity.accounts.accounts.models import Account
from identity.accounts.accounts.queries import lock_own_account
from identity.accounts.accounts.service import publish_changes, publish_security_change
from identity.config import Settings
from identity.replicas.queries import get_product_names
from identity.sign_in.attempts.service import Attempt, count_attempt, delete_attempts, judge_attempt
from identity.sign_in.passwords.service import confirm_password
from identity.sign_in.second_factors.codes.service import (
    accept_digits,
    delete_recovery_codes,
    replace_recovery_codes,
    seal_secret,
    use_code,
)
from identity.sign_in.second_factors.errors import (
    SecondFactorEnforced,
    SecondFactorOff,
    SecondFactorOn,
)
from identity.sign_in.second_factors.models import SecondFactor
from identity.sign_in.second_factors.schemas import (
    RecoveryCodes,
    SecondFactorConfirmed,
    SecondFactorRemoval,
    SecondFactorSetup,
)
from identity.sign_in.sessions.service import end_user_sessions
from identity.sign_in.signing.service import Keys, list_master_secrets
from identity.sign_in.tokens.service import build_sign_in_response


async def begin_setup(
    database: Database, keys: Keys, settings: Settings, actor: Principal, password: str
) -> SecondFactorSetup:
    """Create a secret for an authenticator app and void that of an unfinished setup.

    Raises `Invalid`, `AccountLocked`, `SecondFactorOn`, `TokenInvalid`.
    """
    await confirm_password(database, keys, actor, password, field="password")
    secret = create_secret()
    async with database.transaction() as session:
        user = (await lock_own_account(session, actor)).user
        if user.second_factor_at is not None:
            raise SecondFactorOn
        await _delete(session, user.id)
        sealed = seal_secret(list_master_secrets(settings), user.id, secret)
        session.add(SecondFactor(user_id=user.id, sealed=sealed))
        product = await get_product_names(session, settings)
    uri = provisioning_uri(secret, user.username, product.en)
    return SecondFactorSetup(secret=base32(secret), uri=uri)


async def confirm_setup(
    session: AsyncSession, keys: Keys, settings: Settings, actor: Principal, code: str
) -> SecondFactorConfirmed:
    """Turn the second factor on with the app's first code.

    The user's other sessions end, since they began without it. Raises `SecondFactorOn`,
    `SecondFactorOff`, `SecondFactorWrong`, `TokenInvalid`.
    """
    account = await lock_own_account(session, actor)
    user, was_due = account.user, account.second_factor_due
    if user.second_factor_at is not None:
        raise SecondFactorOn
    factor = await session.get(SecondFactor, user.id)
    if factor is None:
        raise SecondFactorOff
    now = await db.now(session)
    accept_digits(list_master_secrets(settings), factor, code, now)
    user.second_factor_at = now
    codes = await replace_recovery_codes(session, user.id)
    await end_user_sessions(session, user.id, keep=actor.session_id)
    await publish_changes(session, account, principal=was_due)
    await publish_security_change(session, account.user, SecurityChange.SECOND_FACTOR_ON)
    answer = build_sign_in_response(account, keys, actor.session_id)
    return SecondFactorConfirmed(**dict(answer), recovery_codes=codes)


async def turn_off(
    database: Database,
    keys: Keys,
    settings: Settings,
    actor: Principal,
    form: SecondFactorRemoval,
) -> None:
    """Turn the second factor off with the password and a code.

    Raises `Invalid`, `AccountLocked`, `SecondFactorOff`, `SecondFactorEnforced`,
    `SecondFactorWrong`, `TokenInvalid`.
    """
    await confirm_password(database, keys, actor, form.password, field="password")
    attempts_key = keys.digest("second-factor-off", actor.user_id)

    async def judge(attempt: Attempt) -> None:
        async with attempt.counting() as session:
            await count_attempt(session, attempt, attempts_key)
        async with database.transaction() as session:
            account = await lock_own_account(session, actor)
            if account.user.second_factor_at is None:
                raise SecondFactorOff
            if account.second_factor_enforced:
                raise SecondFactorEnforced
            await use_code(session, list_master_secrets(settings), account.user, form.code)
            await delete_attempts(session, attempts_key)
            await remove_second_factor(session, account, SecurityChange.SECOND_FACTOR_OFF)

    await judge_attempt(database, judge)


async def remove_second_factor(
    session: AsyncSession, account: Account, change: SecurityChange
) -> None:
    """Remove a locked user's second factor and notify them.

    If the policy requires one, the user must set up another.
    """
    account.user.second_factor_at = None
    await _delete(session, account.user.id)
    await delete_recovery_codes(session, account.user.id)
    await publish_changes(session, account, principal=account.second_factor_due)
    await publish_security_change(session, account.user, change)


async def renew_recovery_codes(
    database: Database, keys: Keys, actor: Principal, password: str
) -> RecoveryCodes:
    """Replace the recovery codes with ten new ones.

    Raises `Invalid`, `AccountLocked`, `SecondFactorOff`, `TokenInvalid`.
    """
    await confirm_password(database, keys, actor, password, field="password")
    async with database.transaction() as session:
        account = await lock_own_account(session, actor)
        if account.user.second_factor_at is None:
            raise SecondFactorOff
        codes = await replace_recovery_codes(session, actor.user_id)
        await publish_security_change(session, account.user, SecurityChange.RECOVERY_CODES_RENEWED)
    return RecoveryCodes(recovery_codes=codes)


async def reissue_recovery_codes(database: Database, values: Mapping[str, Any]) -> RecoveryCodes:
    """Answer a retried request with new codes, since the first ones are stored only as hashes.

    Raises `AlreadyDone` if the second factor is off again, `TokenInvalid`.
    """
    async with database.transaction() as session:
        _, codes = await _replace_codes(session, values["actor"])
    return RecoveryCodes(recovery_codes=codes)


async def reissue_confirmation(
    database: Database, values: Mapping[str, Any]
) -> SecondFactorConfirmed:
    """Answer a retried confirmation with a token and new codes.

    Raises `AlreadyDone` if the second factor is off again, `TokenInvalid`.
    """
    actor: Principal = values["actor"]
    async with database.transaction() as session:
        account, codes = await _replace_codes(session, actor)
        answer = build_sign_in_response(account, values["keys"], actor.session_id)
    return SecondFactorConfirmed(**dict(answer), recovery_codes=codes)


async def _replace_codes(session: AsyncSession, actor: Principal) -> tuple[Account, list[str]]:
    account = await lock_own_account(session, actor)
    if account.user.second_factor_at is None:
        raise AlreadyDone
    return account, await replace_recovery_codes(session, actor.user_id)


async def _delete(session: AsyncSession, user_id: UUID) -> None:
    await session.execute(delete(SecondFactor).where(col(SecondFactor.user_id) == user_id))
