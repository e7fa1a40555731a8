"""Set, fix and move identity numbers, and limit attempts to probe which ones are used.

Lock order, to prevent deadlocks: accounts by ID, then numbers in their order, then cases.

Setting a number reveals whether it is free, so attempts are counted by user and by network before
the check. Malformed numbers are rejected earlier and not counted.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from contracts.identity import NumberKind
from kit.core.errors import FieldProblem, Invalid
from kit.database.db import AsyncSession, Database, advisory_lock, in_array
from sqlalchemy import func, select, text, update
from sqlmodel import col
from structlog import get_logger

from identity.accounts.accounts.errors import CIVIL_NUMBER_TAKEN, PASSPORT_NUMBER_TAKEN
from identity.accounts.accounts.models import FIELDS, Account, User
from identity.accounts.numbers.errors import TooManyNumbers
from identity.accounts.numbers.models import UNDECIDED, NumberAttempts, NumberCase
from identity.accounts.numbers.rules import PER_NETWORK, PER_USER
from identity.sign_in.attempts.service import Attempt, judge_attempt
from identity.sign_in.signing.service import Keys

log = get_logger(__name__)
_TAKEN = {
    NumberKind.CIVIL: CIVIL_NUMBER_TAKEN,
    NumberKind.PASSPORT: PASSPORT_NUMBER_TAKEN,
}
T = TypeVar("T")
_COUNT = text("""
INSERT INTO number_attempts AS stored (key, count, since) VALUES (:key, 1, now())
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN stored.since <= now() - interval '1 hour' THEN 1 ELSE stored.count + 1 END,
    since = CASE WHEN stored.since <= now() - interval '1 hour' THEN now() ELSE stored.since END
WHERE stored.since <= now() - interval '1 hour' OR stored.count < :limit
RETURNING count
""")


def get_number(user: User, kind: NumberKind) -> str | None:
    number: str | None = getattr(user, FIELDS[kind])
    return number


def get_issuing_country(user: User, kind: NumberKind) -> str | None:
    """Return the issuing country of the user's number; None for civil numbers."""
    return user.passport_country if kind is NumberKind.PASSPORT else None


def resolve_issuing_country(user: User, kind: NumberKind, country: str | None) -> str | None:
    """Return the issuing country of a passport that the user enters; None for civil numbers.

    Raises `Invalid`.
    """
    if kind is not NumberKind.PASSPORT:
        return None
    found = country or user.passport_country or user.nationality
    if found is None:
        raise Invalid.field("passport_country", "field.missing", "Fill in this field.")
    return found


def is_fixed(user: User, kind: NumberKind) -> bool:
    """Return True if only an admin can change the user's number of this kind."""
    return user.numbers_fixed_at is not None and get_number(user, kind) is not None


async def lock_numbers(
    session: AsyncSession, kind: NumberKind, numbers: Iterable[str | None]
) -> None:
    """Lock numbers until the transaction ends. None is skipped."""
    await advisory_lock(session, *{f"number:{kind}:{number}" for number in numbers if number})


async def find_holder(
    session: AsyncSession, kind: NumberKind, number: str, country: str | None
) -> UUID | None:
    """Find the user who has a locked number; for a passport, of this country."""
    held = [getattr(User, FIELDS[kind]) == number]
    if kind is NumberKind.PASSPORT:
        held.append(col(User.passport_country) == country)
    return await session.scalar(select(col(User.id)).where(*held))


async def move_number(
    session: AsyncSession,
    user: User,
    kind: NumberKind,
    number: str | None,
    country: str | None = None,
) -> None:
    """Replace a locked account's number with a locked one.

    Undecided cases about either number get its new holder, so that admins notice.
    """
    old, old_country = get_number(user, kind), get_issuing_country(user, kind)
    setattr(user, FIELDS[kind], number)
    if kind is NumberKind.PASSPORT:
        user.passport_country = country if number else None
    await session.flush()
    for moved, of, holder in ((old, old_country, None), (number, country, user.id)):
        if moved is not None:
            await _update_cases(session, kind, moved, of, holder)


async def assign_case_holders(session: AsyncSession, user_ids: Collection[UUID]) -> None:
    """Set these new accounts as holders in undecided cases about their numbers."""
    case = col(NumberCase.number), col(NumberCase.country)
    civil = (col(NumberCase.kind) == NumberKind.CIVIL) & (case[0] == col(User.civil_number))
    passport = (
        (col(NumberCase.kind) == NumberKind.PASSPORT)
        & (case[0] == col(User.passport_number))
        & (case[1] == col(User.passport_country))
    )
    await session.execute(
        update(NumberCase)
        .where(
            in_array(col(User.id), user_ids),
            civil | passport,
            col(NumberCase.status).in_(UNDECIDED),
        )
        .values(holder_id=col(User.id), asks_holder=False, version=col(NumberCase.version) + 1)
        .execution_options(synchronize_session=False)
    )


async def _update_cases(
    session: AsyncSession, kind: NumberKind, number: str, country: str | None, holder: UUID | None
) -> None:
    await session.execute(
        update(NumberCase)
        .where(
            col(NumberCase.kind) == kind,
            col(NumberCase.number) == number,
            col(NumberCase.country).is_not_distinct_from(country),
            col(NumberCase.status).in_(UNDECIDED),
            col(NumberCase.claimant_id).is_distinct_from(holder),
            col(NumberCase.holder_id).is_distinct_from(holder),
        )
        .values(holder_id=holder, asks_holder=False, version=col(NumberCase.version) + 1)
        .execution_options(synchronize_session=False)
    )


async def change_numbers(
    session: AsyncSession,
    account: Account,
    given: Mapping[NumberKind, str | None],
    country: str | None,
) -> bool:
    """Set the numbers of a locked account. Return True if this identifies the user for the first
    time.

    `country` is the passport's, by default the nationality. A missing number can be added at any
    time. Rejected are numbers that are fixed, taken or part of an undecided case, and removing the
    last one. Raises `Invalid`.
    """
    user = account.user
    was_identified = user.identified
    changed = {kind: given[kind] for kind in given if given[kind] != get_number(user, kind)}
    passport = given.get(NumberKind.PASSPORT, user.passport_number)
    if passport and country and country != user.passport_country:
        changed[NumberKind.PASSPORT] = passport
    if not changed:
        return False
    await _refuse_unchangeable(session, user, changed)
    for kind, number in changed.items():
        await lock_numbers(session, kind, [get_number(user, kind), number])
        issued_by = resolve_issuing_country(user, kind, country) if number else None
        if number and await find_holder(session, kind, number, issued_by) is not None:
            raise Invalid(fields=[_TAKEN[kind]])
        await move_number(session, user, kind, number, issued_by)
    if was_identified and not user.identified:
        raise Invalid.field(
            "civil_number",
            "identification.required",
            "Enter a civil number or a passport number.",
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
                _problem(
                    kind,
                    "identity_number.fixed",
                    "Your ID number can't change after your first paid enrollment. Request a "
                    "change instead.",
                )
            )
        elif kind is in_case:
            message = "You already have an open request about this number."
            problems.append(_problem(kind, "number_case.already_open", message))
    if problems:
        raise Invalid(fields=problems)


def _lacks_country(user: User, kind: NumberKind, number: str | None) -> bool:
    """Return True if only the missing country of an old passport is added."""
    return number == get_number(user, kind) and get_issuing_country(user, kind) is None


def _problem(kind: NumberKind, code: str, message: str) -> FieldProblem:
    return FieldProblem(field=FIELDS[kind], code=code, message=message)


async def fix_numbers(session: AsyncSession, user_id: UUID, paid_at: datetime) -> None:
    """Fix the payer's numbers from the first payment for an enrollment on.

    Receipts and seats name the person from then on. Idempotent and independent of order, since the
    earliest time wins; refunds change nothing.
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


async def judge_numbers(
    database: Database,
    keys: Keys,
    user_id: UUID,
    network: str,
    given: Mapping[NumberKind, str | None],
    country: str | None,
    work: Callable[[AsyncSession], Awaitable[T]],
) -> T:
    """Count the attempted numbers, then run `work`, which accepts or rejects them.

    Counting has its own transaction, so that rejected attempts count too. The user's current values
    are not counted. Raises `TooManyNumbers`.
    """

    async def judge(attempt: Attempt) -> T:
        if given or country is not None:
            async with attempt.counting() as session:
                user = await session.get(User, user_id)
                if user is not None and _is_new(user, given, country):
                    limits = {keys.digest("number", "user", user_id): PER_USER}
                    limits[keys.digest("number", "network", network)] = PER_NETWORK
                    await _count(session, attempt, limits.items())
        async with database.transaction() as session:
            return await work(session)

    return await judge_attempt(database, judge)


def _is_new(user: User, given: Mapping[NumberKind, str | None], country: str | None) -> bool:
    if country is not None and country != user.passport_country:
        return True
    return any(number and number != get_number(user, kind) for kind, number in given.items())


async def _count(
    session: AsyncSession, attempt: Attempt, limits: Iterable[tuple[bytes, int]]
) -> None:
    connection = await session.connection()
    for key, limit in limits:
        counted = await connection.execute(_COUNT, {"key": key, "limit": limit})
        if counted.first() is None:
            raise TooManyNumbers(headers={"Retry-After": str(await _seconds_left(session, key))})
        left = func.greatest(col(NumberAttempts.count) - 1, 0)
        attempt.add_count_reversal(
            update(NumberAttempts).where(col(NumberAttempts.key) == key).values(count=left)
        )


async def _seconds_left(session: AsyncSession, key: bytes) -> int:
    left = func.extract("epoch", col(NumberAttempts.since) - func.now()) + 3600
    seconds = await session.scalar(select(func.ceil(left)).where(col(NumberAttempts.key) == key))
    return max(1, int(seconds or 0))
