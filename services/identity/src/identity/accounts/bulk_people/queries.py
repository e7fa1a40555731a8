from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from contracts import ProfileType
from contracts.identity import NumberKind
from contracts.people import CHOSEN, Match, MatchedPerson, PeopleMatchRequested, PersonKey, read_key
from kit.database.db import AsyncSession, in_array
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Row,
    Select,
    Text,
    Uuid,
    and_,
    cast,
    column,
    func,
    literal,
    or_,
    select,
    true,
    union_all,
)
from sqlmodel import col

from identity.accounts.accounts.models import FIELDS, Profile, User
from identity.accounts.accounts.queries import is_active_profile
from identity.accounts.accounts.rules import shorten_name

_COLUMNS = {kind: col(getattr(User, field)) for kind, field in FIELDS.items()}


class PersonLookup(NamedTuple):
    """A person of a bulk file to look up."""

    key: str
    """Identifier of the person within the file."""
    kind: str
    """A `NumberKind`, or `CHOSEN`."""
    country: str
    number: str
    """Identity number, or the profile ID if the kind is `CHOSEN`."""
    name_en: str
    name_ar: str


@dataclass(frozen=True, slots=True)
class PersonMatch:
    """An existing account that matches a person of a file."""

    user_id: UUID
    profile_id: UUID | None
    """ID of the candidate profile, if active."""
    name_en: str
    name_ar: str
    agrees: bool
    """True if a name, folded, equals the file's."""
    paid: bool
    active: bool

    @property
    def match(self) -> Match:
        """Return the result to report for the file."""
        if not self.active or self.profile_id is None:
            return Match.REFUSED
        return Match.SAME if self.agrees else Match.OTHER_NAME


async def find_people(
    session: AsyncSession, people: Collection[PersonLookup]
) -> dict[str, PersonMatch]:
    """Find the accounts of a chunk's people by the file's keys, in one query."""
    kinds = {kind: [each for each in people if each.kind == kind] for kind in FIELDS}
    selects = [_select_holders(kind, asked) for kind, asked in kinds.items() if asked]
    if chosen := [each for each in people if each.kind == CHOSEN]:
        selects.append(_select_chosen(chosen))
    if not selects:
        return {}
    rows = await session.execute(union_all(*selects))
    return {row.key: _read_match(row) for row in rows}


def _read_match(row: Row[Any]) -> PersonMatch:
    return PersonMatch(
        row.user_id,
        row.profile_id,
        row.name_en,
        row.name_ar,
        row.agrees,
        bool(row.paid),
        row.active,
    )


def _select_holders(kind: NumberKind, asked: Sequence[PersonLookup]) -> Select[Any]:
    given = _unnest_people(asked, f"of_{kind}")
    is_holder = [_COLUMNS[kind] == given.c.number, col(User.decoy).is_(False)]
    if kind is NumberKind.PASSPORT:
        is_holder.append(col(User.passport_country) == given.c.country)
    as_candidate = and_(
        col(Profile.user_id) == col(User.id),
        col(Profile.type) == ProfileType.CANDIDATE,
        is_active_profile(),
    )
    agrees = or_(
        _is_same(given.c.name_en, col(User.name_en)), _is_same(given.c.name_ar, col(User.name_ar))
    )
    return (
        _select_match(given.c.key, agrees)
        .select_from(given)
        .join(User, and_(*is_holder))
        .outerjoin(Profile, as_candidate)
    )


def _select_chosen(asked: Sequence[PersonLookup]) -> Select[Any]:
    """Select people who were chosen by name, so there is no name to compare."""
    given = _unnest_people(asked, CHOSEN)
    return (
        _select_match(given.c.key, true())
        .select_from(given)
        .join(
            Profile,
            and_(
                col(Profile.id) == cast(given.c.number, Uuid),
                col(Profile.type) == ProfileType.CANDIDATE,
                is_active_profile(),
            ),
        )
        .join(User, and_(col(User.id) == col(Profile.user_id), col(User.decoy).is_(False)))
    )


def _unnest_people(asked: Sequence[PersonLookup], name: str) -> Any:
    """Pass the people as one array per column, to keep the number of parameters small."""
    columns = zip(PersonLookup._fields, zip(*asked, strict=True), strict=True)
    return (
        func.unnest(*(literal(list(values), ARRAY(Text)) for _, values in columns))
        .table_valued(*(column(field, Text) for field in PersonLookup._fields))
        .render_derived(name=name)
    )


def _select_match(key: ColumnElement[str], agrees: ColumnElement[bool]) -> Select[Any]:
    """Select the columns that all parts of the union share."""
    columns: tuple[Any, ...] = (
        key,
        col(User.id).label("user_id"),
        col(Profile.id).label("profile_id"),
        col(User.name_en),
        col(User.name_ar),
        agrees.label("agrees"),
        col(Profile.paid),
        col(User.active),
    )
    return select(*columns)


def _is_same(given: ColumnElement[str], own: Any) -> ColumnElement[bool]:
    return and_(given != "", func.search_fold(given) == func.search_fold(own))


async def match_people(
    session: AsyncSession, event: PeopleMatchRequested
) -> tuple[MatchedPerson, ...]:
    """Match a chunk's people to accounts, with only what organizations may see. Creates nothing."""
    names = zip(event.names_en, event.names_ar, strict=True)
    asked = [*zip(event.keys, map(read_key, event.keys), names, strict=True)]
    held = await _list_held(session, [number for _, number, _ in asked])
    # A chosen person who no longer exists is refused, not new.
    people = [
        PersonLookup(key, *number, *both)
        for key, number, both in asked
        if (number.kind, number.number) in held or number.kind == CHOSEN
    ]
    known = await find_people(session, people)
    return tuple(
        _match(each.key, known.get(each.key))
        for each in people
        if each.key in known or each.kind == CHOSEN
    )


async def _list_held(session: AsyncSession, asked: Collection[PersonKey]) -> set[tuple[str, str]]:
    """List kind and number of those that have an account.

    Most people of a file are new, so their names need not be sent to the database.
    """
    numbers: dict[str, list[str]] = defaultdict(list)
    for each in asked:
        numbers[each.kind].append(each.number)
    selects: list[Any] = [
        select(literal(kind.value).label("kind"), held.label("number")).where(
            in_array(held, numbers[kind]), col(User.decoy).is_(False)
        )
        for kind, held in _COLUMNS.items()
        if kind in numbers
    ]
    if not selects:
        return set()
    return {(row.kind, row.number) for row in await session.execute(union_all(*selects))}


def _match(key: str, known: PersonMatch | None) -> MatchedPerson:
    match = known.match if known else Match.REFUSED
    shown = known if match in (Match.SAME, Match.OTHER_NAME) else None
    return MatchedPerson(
        key=key,
        match=match,
        profile_id=shown.profile_id if shown else None,
        user_id=shown.user_id if shown else None,
        shown_name_en=shorten_name(shown.name_en) if shown else "",
        shown_name_ar=shorten_name(shown.name_ar) if shown else "",
        registration_due=not (known and known.paid),
    )


async def list_owned_emails(session: AsyncSession, emails: Collection[str]) -> set[str]:
    """Return the addresses among these that an account owns."""
    owned = in_array(col(User.email), emails), col(User.decoy).is_(False)
    return set(await session.scalars(select(col(User.email)).where(*owned)))


async def list_existing_user_ids(session: AsyncSession, user_ids: Collection[UUID]) -> set[UUID]:
    """Return the users among these that exist, erased ones included."""
    made = select(col(User.id)).where(in_array(col(User.id), user_ids))
    return set(await session.scalars(made))


async def list_taken_usernames(session: AsyncSession, names: Collection[str]) -> set[str]:
    """Return the usernames among these that are taken."""
    taken = select(col(User.username)).where(in_array(col(User.username), names))
    return set(await session.scalars(taken))
