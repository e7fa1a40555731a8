"""Numbers as they are given, fixed and moved, and limits on trying which ones are used.

Whoever gives or takes a number locks the accounts first, in the order of their ids, then the
numbers, in theirs, then the cases.

Whether a number is free is answered to whoever gives it, so giving one is counted, by the user and
by the network that they ask from, before it is judged. What cannot be a number at all is refused
before that and not counted: its check digit catches most slips.
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


def number_of(user: User, kind: NumberKind) -> str | None:
    """The user's number of a kind."""
    number: str | None = getattr(user, FIELDS[kind])
    return number


def country_of(user: User, kind: NumberKind) -> str | None:
    """Which country issued the user's number of a kind; None for civil numbers."""
    return user.passport_country if kind is NumberKind.PASSPORT else None


def issuer(user: User, kind: NumberKind, country: str | None) -> str | None:
    """Which country a passport that the user gives is of; None for a civil number.

    Raises `Invalid`.
    """
    if kind is not NumberKind.PASSPORT:
        return None
    found = country or user.passport_country or user.nationality
    if found is None:
        raise Invalid.field("passport_country", "field.missing", "This field is required.")
    return found


def is_fixed(user: User, kind: NumberKind) -> bool:
    """The user has a number of the kind that only an admin changes."""
    return user.numbers_fixed_at is not None and number_of(user, kind) is not None


async def lock_numbers(
    session: AsyncSession, kind: NumberKind, numbers: Iterable[str | None]
) -> None:
    """Nobody else gives or takes these numbers until the transaction ends; None is none."""
    await advisory_lock(session, *{f"number:{kind}:{number}" for number in numbers if number})


async def find_holder(
    session: AsyncSession, kind: NumberKind, number: str, country: str | None
) -> UUID | None:
    """The user who has a locked number, of a passport that of the country."""
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
    """Give a locked account a locked number in place of what it has.

    Cases about either number follow it to its new holder, so that whoever decides one sees that.
    """
    old, old_country = number_of(user, kind), country_of(user, kind)
    setattr(user, FIELDS[kind], number)
    if kind is NumberKind.PASSPORT:
        user.passport_country = country if number else None
    await session.flush()
    for moved, of, holder in ((old, old_country, None), (number, country, user.id)):
        if moved is not None:
            await _update_cases(session, kind, moved, of, holder)


async def follow_numbers(session: AsyncSession, user_ids: Collection[UUID]) -> None:
    """Cases about the numbers that these new accounts were made with have them as holders."""
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
                _problem(kind, "identity_number.fixed", "This number is fixed: ask for a change.")
            )
        elif kind is in_case:
            message = "A request about this number is not decided yet."
            problems.append(_problem(kind, "number_case.already_open", message))
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


async def judge_numbers(
    database: Database,
    keys: Keys,
    user_id: UUID,
    network: str,
    given: Mapping[NumberKind, str | None],
    country: str | None,
    work: Callable[[AsyncSession], Awaitable[T]],
) -> T:
    """Count that a user gives numbers other than their own, or another country of a passport, and
    judge them by the work. Each has a transaction of its own, so that a refusal counts too.

    Raises `TooManyNumbers`.
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
    return any(number and number != number_of(user, kind) for kind, number in given.items())


async def _count(
    session: AsyncSession, attempt: Attempt, limits: Iterable[tuple[bytes, int]]
) -> None:
    connection = await session.connection()
    for key, limit in limits:
        counted = await connection.execute(_COUNT, {"key": key, "limit": limit})
        if counted.first() is None:
            raise TooManyNumbers(headers={"Retry-After": str(await _seconds_left(session, key))})
        left = func.greatest(col(NumberAttempts.count) - 1, 0)
        attempt.uncount_by(
            update(NumberAttempts).where(col(NumberAttempts.key) == key).values(count=left)
        )


async def _seconds_left(session: AsyncSession, key: bytes) -> int:
    left = func.extract("epoch", col(NumberAttempts.since) - func.now()) + 3600
    seconds = await session.scalar(select(func.ceil(left)).where(col(NumberAttempts.key) == key))
    return max(1, int(seconds or 0))
