"""Load the demo. Existing people are left unchanged, so it can run at every start."""

import asyncio
from datetime import date, timedelta
from uuid import UUID

from contracts import ApprovalStatus, Event, ProfileType
from kit.core.files import Files
from kit.database.db import AsyncSession, Database, advisory_lock, utc_now
from kit.documents.pictures import MEDIA_TYPE
from kit.domain.demo import demo_id
from kit.messaging import outbox
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.events import profile_updated
from identity.accounts.accounts.models import Gender, Locale, Profile, User
from identity.accounts.media.service import file_key
from identity.administration.roles.events import admin_roles_updated
from identity.administration.roles.models import ProfileRole
from identity.administration.roles.service import ensure_system_roles
from identity.demo.avatars import choose_colour, draw, get_initials
from identity.demo.civil_numbers import civil_number
from identity.demo.numbers import CLAIMANTS, FIXED_CLAIMANTS, add_cases
from identity.demo.organizations import add_documents, add_organizations
from identity.demo.people import EVERYBODY, PASSWORD, PROVIDERS, DemoPerson, Provider
from identity.sign_in.passwords.hashes.service import hash_password

HOME = "SA"
FIXED_NUMBER_AGE = timedelta(days=60)
"""Age of the fixed numbers. The demo's first payments are published later, by the running services.
"""


async def load(database: Database, files: Files) -> int:
    """Create the demo's missing organizations and people, and return the number of people."""
    async with database.transaction() as session:
        await advisory_lock(session, "demo")
        roles = await ensure_system_roles(session)
        logos = {provider.key: image_key(provider.key) for provider in PROVIDERS}
        events = await add_organizations(session, logos)
        stored = set(await session.scalars(select(col(User.username))))
        missing = [
            (number, person)
            for number, person in enumerate(EVERYBODY)
            if person.username not in stored
        ]
        if missing:
            # One hash for all: the demo's password is no secret, and 70 hashes take two seconds.
            hashed = await hash_password(PASSWORD)
            events += await _add_people(session, files, missing, roles, hashed)
        await add_documents(session, files)
        events += await add_cases(session, files)
        await outbox.publish_many(session, events)
    return len(missing)


async def _add_people(
    session: AsyncSession,
    files: Files,
    people: list[tuple[int, DemoPerson]],
    roles: dict[str, UUID],
    hashed: str,
) -> list[tuple[Event, int]]:
    await asyncio.gather(
        *(_store_picture(files, number, person) for number, person in people if person.image)
    )
    users = [_user(number, person, hashed) for number, person in people]
    session.add_all(users)
    await session.flush()
    profiles = [_profile(person) for _, person in people]
    session.add_all(profiles)
    await session.flush()
    for _, person in people:
        for slug in person.roles:
            profile_id = demo_id("profile", person.username)
            session.add(ProfileRole(profile_id=profile_id, role_id=roles[slug]))
    await session.flush()
    events: list[tuple[Event, int]] = [
        (profile_updated(*pair), 1) for pair in zip(users, profiles, strict=True)
    ]
    for profile, (_, person) in zip(profiles, people, strict=True):
        if profile.type is ProfileType.ADMIN:
            held = [roles[slug] for slug in person.roles]
            events.append((admin_roles_updated(profile.id, profile.user_id, held), 1))
    return events


def image_key(username: str) -> str:
    """Return a fixed key, so that a second run finds the picture of the first."""
    return f"profiles/demo-{demo_id('image', username)}"


async def _store_picture(files: Files, number: int, person: DemoPerson) -> None:
    provider = _represented(person)
    if provider:
        drawn = draw(provider.initials, provider.colour)
    else:
        drawn = draw(get_initials(person.name_en), choose_colour(number))
    for density, content in drawn.items():
        await files.put(file_key(image_key(person.username), density), content, MEDIA_TYPE)


def _represented(person: DemoPerson) -> Provider | None:
    if person.type is not ProfileType.ORGANIZATION:
        return None
    return next(provider for provider in PROVIDERS if provider.key == person.organization)


def _user(number: int, person: DemoPerson, hashed: str) -> User:
    resident = person.nationality != HOME
    claiming = person.username in CLAIMANTS
    return User(
        id=demo_id("user", person.username),
        username=person.username,
        email=f"{person.username}@demo.itqan.example",
        phone=f"+9665500{number:05d}",
        password_hash=hashed,
        name_en=person.name_en,
        name_ar=person.name_ar,
        locale=Locale.EN if resident or number % 3 == 0 else Locale.AR,
        civil_number=(
            civil_number(90_000_000 + number, resident=resident)
            if person.identified and not claiming
            else None
        ),
        claiming=claiming,
        numbers_fixed_at=utc_now() - FIXED_NUMBER_AGE
        if person.username in FIXED_CLAIMANTS
        else None,
        nationality=person.nationality,
        birth_date=date(1978, 3, 1) + timedelta(days=number * 97),
        gender=Gender(person.gender),
        verified_at=utc_now() if person.verified else None,
        terms_accepted_at=utc_now(),
    )


def _profile(person: DemoPerson) -> Profile:
    provider = _represented(person)
    return Profile(
        id=demo_id("profile", person.username),
        user_id=demo_id("user", person.username),
        type=person.type,
        organization_id=(
            demo_id("organization", person.organization) if person.organization else None
        ),
        approval_status=provider.status if provider else ApprovalStatus.APPROVED,
        submission=1 if person.type is ProfileType.STAFF else 0,
        paid=person.paid,
        image_key=image_key(person.username) if person.image else None,
    )
