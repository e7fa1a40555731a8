"""Numbers as their owner, or an admin for them, changes them until they are fixed."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from contracts.identity import NumberKind
from kit.core.errors import FieldProblem, Invalid
from kit.database.db import AsyncSession
from sqlalchemy import select, update
from sqlmodel import col
from structlog import get_logger

from identity.accounts.accounts.errors import CIVIL_NUMBER_TAKEN, PASSPORT_NUMBER_TAKEN
from identity.accounts.accounts.models import FIELDS, Account, User
from identity.accounts.numbers.holders import (
    country_of,
    find_holder,
    is_fixed,
    issuer,
    lock_numbers,
    move_number,
    number_of,
)
from identity.accounts.numbers.models import UNDECIDED, NumberCase

log = get_logger(__name__)

_TAKEN = {
    NumberKind.CIVIL: CIVIL_NUMBER_TAKEN,
    NumberKind.PASSPORT: PASSPORT_NUMBER_TAKEN,
}


async def change_numbers(
    session: AsyncSession,
    account: Account,
    given: Mapping[NumberKind, str | None],
    country: str | None,
) -> bool:
    """Give a locked account these numbers; whether the user is identified now and was not before.

    The country is that of the passport; without one it is the nationality.

    A number that is missing can be added at any time. One that is fixed, is another account's, or
    has a case that is not decided is refused, and so is taking the last one away.

    Raises `Invalid`.
    """
    user = account.user
    was_identified = user.identified
    changed = {kind: given[kind] for kind in given if given[kind] != number_of(user, kind)}
    passport = given.get(NumberKind.PASSPORT, user.passport_number)
    if passport and country and country != user.passport_country:
        changed[NumberKind.PASSPORT] = passport
    if not changed:
        return False
    await _refuse_unchangeable(session, user, changed)
    for kind, number in changed.items():
        await lock_numbers(session, kind, [number_of(user, kind), number])
        issued_by = issuer(user, kind, country) if number else None
        if number and await find_holder(session, kind, number, issued_by) is not None:
            raise Invalid(fields=[_TAKEN[kind]])
        await move_number(session, user, kind, number, issued_by)
    if was_identified and not user.identified:
        raise Invalid.field(
            "civil_number",
            "identification.required",
            "A civil number or a passport number is needed.",
        )
    return user.identified != was_identified


async def _refuse_unchangeable(
    session: AsyncSession, user: User, changed: Mapping[NumberKind, str | None]
) -> None:
    in_case = await session.scalar(
        select(col(NumberCase.kind)).where(
            col(NumberCase.claimant_id) == user.id, col(NumberCase.status).in_(UNDECIDED)
        )
    )
    problems = []
    for kind in changed:
        if is_fixed(user, kind) and not _lacks_country(user, kind, changed[kind]):
            problems.append(
                _problem(kind, "number.fixed", "This number is fixed: ask for a change.")
            )
        elif kind is in_case:
            message = "A request about this number is not decided yet."
            problems.append(_problem(kind, "number.case_open", message))
    if problems:
        raise Invalid(fields=problems)


def _lacks_country(user: User, kind: NumberKind, number: str | None) -> bool:
    """Only the country of a passport of before is added."""
    return number == number_of(user, kind) and country_of(user, kind) is None


def _problem(kind: NumberKind, code: str, message: str) -> FieldProblem:
    return FieldProblem(field=FIELDS[kind], code=code, message=message)


async def fix_numbers(session: AsyncSession, user_id: UUID, paid_at: datetime) -> None:
    """From the first payment for an enrollment on, only an admin changes the payer's numbers.

    Receipts and seats name the person by then. The earliest time counts, in whatever order the
    payments come and however often; money that is refunded later changes nothing.
    """
    fixed_at = col(User.numbers_fixed_at)
    fixed = await session.scalar(
        update(User)
        .where(col(User.id) == user_id, fixed_at.is_(None) | (fixed_at > paid_at))
        .values(numbers_fixed_at=paid_at)
        .returning(col(User.id))
        .execution_options(synchronize_session=False)
    )
    log.debug("payment for an enrollment", user=str(user_id), fixed=fixed is not None)
