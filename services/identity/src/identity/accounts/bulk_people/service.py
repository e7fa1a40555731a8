"""Create accounts for the people of a confirmed file.

People with a known number are enrolled with their existing account. Others get an account without a
password, and an invitation if an address was given. Admission is idempotent and safe for concurrent
files: numbers are locked and found the second time.
"""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from contracts import Event, ProfileType
from contracts.identity import NumberKind, ProfileUpdated
from contracts.people import (
    CHOSEN,
    AdmittedPerson,
    PeopleAdmissionRequested,
    PersonToAdmit,
    RegistrationPayer,
)
from kit.database import db
from kit.database.db import AsyncSession, advisory_lock, in_array
from kit.domain.people import resolve_names
from kit.messaging import outbox
from sqlalchemy import false, func, join, literal, select, true
from sqlmodel import col

from identity.accounts.accounts.events import (
    principal_changed,
    profile_updated,
    profile_updated_data,
)
from identity.accounts.accounts.models import FIELDS, Locale, Profile, User
from identity.accounts.accounts.queries import USERNAME_ROOM
from identity.accounts.accounts.rules import propose_username
from identity.accounts.bulk_people.queries import (
    PersonLookup,
    PersonMatch,
    find_people,
    list_existing_user_ids,
    list_owned_emails,
    list_taken_usernames,
)
from identity.accounts.invitations.service import create_invitations
from identity.accounts.numbers.service import assign_case_holders
from identity.administration.candidates.service import add_organization_candidates
from identity.organizations.organizations.models import Organization
from identity.sign_in.passwords.hashes.service import hash_unknown_password

OTHER_NAME = "person.name_changed"
EMAIL_TAKEN = "email.taken"
CHANGED = "person.number_changed"
REFUSED = "person.refused"
UNREACHABLE = "contact.required"


async def admit_people(
    session: AsyncSession, event: PeopleAdmissionRequested
) -> tuple[AdmittedPerson, ...]:
    """Admit a chunk's people as candidates of the organization and return their IDs."""
    await _lock(session, event.people)
    known = await find_people(session, [_build_lookup(each) for each in event.people])
    unknown = [each for each in event.people if each.key not in known]
    refused = await _list_refused(session, unknown)
    new = _deduplicate(each for each in unknown if each.key not in refused)
    await _create(session, event, list(new.values()))
    admitted = tuple(
        _build_admission(
            each, known.get(each.key), refused.get(each.key), new.get(_get_identity(each))
        )
        for each in event.people
    )
    pairs = {(event.organization_id, each.profile_id) for each in admitted if each.profile_id}
    await add_organization_candidates(session, pairs)
    return admitted


def _build_lookup(person: PersonToAdmit) -> PersonLookup:
    chosen = person.chosen_profile_id
    return PersonLookup(
        person.key,
        CHOSEN if chosen else person.kind,
        person.country or "",
        str(chosen or person.number),
        person.name_en,
        person.name_ar,
    )


async def _lock(session: AsyncSession, people: Iterable[PersonToAdmit]) -> None:
    """Lock the people's addresses and numbers. Addresses first, as at sign-up."""
    people = list(people)
    await advisory_lock(session, *{f"email:{each.email}" for each in people if each.email})
    # Same key as `numbers.service.lock_numbers`.
    numbers = {f"number:{each.kind}:{each.number}" for each in people if each.number}
    await advisory_lock(session, *numbers)


async def _list_refused(session: AsyncSession, people: Sequence[PersonToAdmit]) -> dict[str, str]:
    """Find the people without a known number who cannot get an account; reasons by key."""
    owned = await list_owned_emails(session, {each.email for each in people if each.email})
    made = await list_existing_user_ids(session, {each.user_id for each in people})
    first = {each.email: _get_identity(each) for each in reversed(people) if each.email}
    refused = {}
    for each in people:
        if each.user_id in made or each.chosen_profile_id:
            # Matched or created earlier; since then the number was changed or the person erased.
            refused[each.key] = CHANGED
        elif each.email in owned or (each.email and first[each.email] != _get_identity(each)):
            refused[each.key] = EMAIL_TAKEN
        elif not (each.email or each.phone):
            refused[each.key] = UNREACHABLE
    return refused


def _get_identity(person: PersonToAdmit) -> tuple[NumberKind, str, str | None]:
    return person.kind, person.number, person.country


def _deduplicate(
    people: Iterable[PersonToAdmit],
) -> dict[tuple[NumberKind, str, str | None], PersonToAdmit]:
    """Deduplicate people by number: a file may list a person in several batches."""
    found: dict[tuple[NumberKind, str, str | None], PersonToAdmit] = {}
    for each in people:
        found.setdefault(_get_identity(each), each)
    return found


def _build_admission(
    person: PersonToAdmit, known: PersonMatch | None, refusal: str | None, new: PersonToAdmit | None
) -> AdmittedPerson:
    if known is not None:
        refusal = _find_refusal(person, known)
        user_id, profile_id = known.user_id, known.profile_id
    elif new is not None:
        user_id, profile_id = new.user_id, new.profile_id
    if refusal is not None:
        return AdmittedPerson(key=person.key, profile_id=None, user_id=None, refusal=refusal)
    return AdmittedPerson(key=person.key, profile_id=profile_id, user_id=user_id)


def _find_refusal(person: PersonToAdmit, known: PersonMatch) -> str | None:
    if not known.active or known.profile_id is None:
        return REFUSED
    # A person matched earlier was reviewed then. One who appeared since was not.
    is_looked_at = known.agrees or known.profile_id == person.profile_id
    return None if is_looked_at else OTHER_NAME


async def _create(
    session: AsyncSession, event: PeopleAdmissionRequested, people: Sequence[PersonToAdmit]
) -> None:
    if not people:
        return
    # One hash for all: its secret is discarded, and each hash takes 25 ms.
    password_hash = await hash_unknown_password()
    names = await _propose_usernames(session, people)
    common = {"password_hash": password_hash, "invited_at": await db.now(session)}
    users = [{**_user(each, name), **common} for each, name in zip(people, names, strict=True)]
    paid = event.registration is RegistrationPayer.NOBODY
    profiles = [
        {
            "id": each.profile_id,
            "user_id": each.user_id,
            "type": ProfileType.CANDIDATE,
            "paid": paid,
        }
        for each in people
    ]
    await db.insert_many(session, User, users)
    await db.insert_many(session, Profile, profiles)
    await assign_case_holders(session, [each.user_id for each in people])
    organization = await session.get(Organization, event.organization_id)
    reached = {each.user_id: each.profile_id for each in people if each.email}
    await create_invitations(session, reached, event.requested_by, organization)
    await _publish_new(session, [each.profile_id for each in people])


async def _publish_new(session: AsyncSession, profile_ids: Sequence[UUID]) -> None:
    """Publish profiles that this transaction created."""
    made = join(Profile, User, col(User.id) == col(Profile.user_id))
    as_new = {"image_url": None, "verified": false(), "active": true()}
    updated = outbox.build_event_insert(
        made,
        ProfileUpdated,
        profile_updated_data(User, Profile, **as_new),
        id_=func.gen_random_uuid(),
        sequence=literal(1),
        where=in_array(col(Profile.id), profile_ids),
    )
    await outbox.run_event_insert(session, updated)


def _user(person: PersonToAdmit, username: str) -> dict[str, Any]:
    numbers = dict.fromkeys(FIELDS.values()) | {FIELDS[person.kind]: person.number}
    return {
        "id": person.user_id,
        "username": username,
        "email": person.email or "",
        "phone": person.phone or "",
        **resolve_names(person.name_en, person.name_ar),
        "locale": Locale.EN if person.locale == Locale.EN else Locale.AR,
        "passport_country": person.country,
        **numbers,
    }


async def _propose_usernames(session: AsyncSession, people: Sequence[PersonToAdmit]) -> list[str]:
    """Derive a username for each, with a number if the plain one is taken."""
    proposed = [propose_username(each.email or each.name_en) for each in people]
    taken = await list_taken_usernames(session, set(proposed))
    names = []
    for each in proposed:
        name = each
        while name in taken:
            name = f"{each[:USERNAME_ROOM]}.{secrets.randbelow(10**6):06d}"
        taken.add(name)
        names.append(name)
    return names


async def cover_registrations(session: AsyncSession, profile_ids: Sequence[UUID]) -> None:
    """Mark the candidates' registration fees as paid by their organization."""
    due = col(Profile.id).in_(profile_ids), col(Profile.paid).is_(False)
    owners = select(col(Profile.user_id)).where(*due)
    # In ID order, as wherever several users are locked, to prevent deadlocks.
    users = await db.lock_all(session, User, col(User.id).in_(owners), order_by=[col(User.id)])
    by_id = {user.id: user for user in users}
    profiles = list(await session.scalars(select(Profile).where(*due)))
    now = await db.now(session)
    events: list[tuple[Event, int]] = []
    for profile in profiles:
        user = by_id[profile.user_id]
        profile.paid, profile.version = True, profile.version + 1
        user.principal_version, user.principal_changed_at = user.principal_version + 1, now
        events.append((principal_changed(user), user.principal_version))
        events.append((profile_updated(user, profile), profile.version))
    await session.flush()
    await outbox.publish_many(session, events)
