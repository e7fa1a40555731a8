import re
import secrets as randomness
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from contracts.identity import SecurityChange
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.cleaning import clean_number
from kit.security.sealing import seal, unseal
from kit.security.totp import DIGITS, matching_step
from sqlalchemy import delete
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.accounts.service import publish_security_change
from identity.sign_in.second_factors.errors import SecondFactorWrong
from identity.sign_in.second_factors.models import RecoveryCode, SecondFactor
from identity.sign_in.second_factors.rules import RECOVERY_CODES, RECOVERY_LENGTH
from identity.sign_in.sessions.service import token_hash
from identity.sign_in.signing.service import SEALING_CONTEXT

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters and digits that are easily confused."""


def seal_secret(secrets: Sequence[str], user_id: UUID, secret: bytes) -> bytes:
    """Seal the user's secret with the first master secret."""
    return seal(secrets[0], SEALING_CONTEXT, _build_binding(user_id), secret)


def unseal_secret(secrets: Sequence[str], factor: SecondFactor) -> bytes | None:
    """Open the user's secret with any of the master secrets, or return None."""
    return unseal(secrets, SEALING_CONTEXT, _build_binding(factor.user_id), factor.sealed)


def _build_binding(user_id: UUID) -> str:
    # Different from the context of signing keys, so that sealed values cannot be swapped.
    return f"second-factor:{user_id}"


async def reseal_all(session: AsyncSession, secrets: Sequence[str]) -> tuple[int, int]:
    """Reseal all secrets with the first master secret. Count resealed and unreadable ones."""
    factors = await db.lock_all(session, SecondFactor, order_by=[col(SecondFactor.user_id)])
    opened = [(factor, unseal_secret(secrets, factor)) for factor in factors]
    for factor, secret in opened:
        if secret is not None:
            factor.sealed = seal_secret(secrets, factor.user_id, secret)
    lost = sum(secret is None for _, secret in opened)
    return len(factors) - lost, lost


def is_recovery_code(code: str) -> bool:
    """Return True if the code does not look like the app's."""
    return not re.fullmatch(rf"[0-9]{{{DIGITS}}}", _plain(code))


def _plain(code: str) -> str:
    return clean_number(code).lower()


async def use_code(session: AsyncSession, secrets: Sequence[str], user: User, code: str) -> None:
    """Accept a code of the app or a recovery code of the locked user, once.

    Raises `SecondFactorWrong`.
    """
    if is_recovery_code(code):
        await _use_recovery_code(session, user, _plain(code))
        return
    factor = await session.get(SecondFactor, user.id, populate_existing=True)
    if factor is None:
        raise wrong_code()
    accept_digits(secrets, factor, code, await db.now(session))


def accept_digits(secrets: Sequence[str], factor: SecondFactor, code: str, now: datetime) -> None:
    """Accept the app's digits if their time step is later than any used before.

    Raises `SecondFactorWrong`.
    """
    secret = unseal_secret(secrets, factor)
    step = matching_step(secret, _plain(code), now.timestamp()) if secret else None
    if secret is None or step is None or step <= (factor.last_step or 0):
        raise wrong_code()
    factor.last_step = step
    # Reseal with the first master secret, so that the previous one can be retired.
    factor.sealed = seal_secret(secrets, factor.user_id, secret)


async def _use_recovery_code(session: AsyncSession, user: User, code: str) -> None:
    own = (col(RecoveryCode.user_id) == user.id, col(RecoveryCode.hash) == token_hash(code))
    used = await session.execute(
        delete(RecoveryCode)
        .where(*own)
        .returning(col(RecoveryCode.hash))
        .execution_options(synchronize_session=False)
    )
    if used.first() is None:
        raise wrong_code()
    await publish_security_change(session, user, SecurityChange.RECOVERY_CODE_USED)


async def replace_recovery_codes(session: AsyncSession, user_id: UUID) -> list[str]:
    """Replace a user's recovery codes with ten new ones."""
    await delete_recovery_codes(session, user_id)
    codes = [_new_code() for _ in range(RECOVERY_CODES)]
    session.add_all(RecoveryCode(hash=token_hash(_plain(code)), user_id=user_id) for code in codes)
    return codes


async def delete_recovery_codes(session: AsyncSession, user_id: UUID) -> None:
    await session.execute(delete(RecoveryCode).where(col(RecoveryCode.user_id) == user_id))


def _new_code() -> str:
    letters = "".join(randomness.choice(ALPHABET) for _ in range(RECOVERY_LENGTH))
    return "-".join(letters[start : start + 4] for start in range(0, RECOVERY_LENGTH, 4))


def wrong_code() -> Invalid:
    """Build the error for the field `code`."""
    return SecondFactorWrong.field("code", SecondFactorWrong.code, SecondFactorWrong.default_detail)
