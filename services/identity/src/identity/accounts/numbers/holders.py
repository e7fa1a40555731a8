"""Which account has a number, and what happens when one changes hands.

Whoever gives or takes a number locks the accounts first, in the order of their ids, then the
numbers, in theirs, then the cases.
"""

from collections.abc import Collection, Iterable
from uuid import UUID

from contracts.identity import NumberKind
from kit.core.errors import Invalid
from kit.database.db import AsyncSession, advisory_lock, is_among
from sqlalchemy import select, update
from sqlmodel import col

from identity.accounts.accounts.models import FIELDS, User
from identity.accounts.numbers.models import UNDECIDED, NumberCase


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
        raise Invalid.field("passport_country", "required", "This field is required.")
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
            is_among(col(User.id), user_ids),
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
