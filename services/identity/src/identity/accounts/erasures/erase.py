"""What becomes of a person's rows in identity.

The account and its profiles stay as rows of nobody: enrollments and payments name them. Names,
addresses and numbers are free for others at once. The erased profiles are published with a higher
version than any before, so that no copy that comes late shows the person again.
"""

from uuid import UUID

from contracts import Event
from kit.database.db import AsyncSession
from kit.documents.media import discard
from kit.messaging import outbox
from kit.messaging.personal_data import ERASED_NAMES, Person, erase
from sqlalchemy import ColumnElement, String, cast, delete, inspect, or_, select, update
from sqlmodel import SQLModel, col

from identity.accounts.accounts.events import principal_changed, profile_updated
from identity.accounts.accounts.models import Account, Profile, User
from identity.accounts.data_requests.models import DataPart, DataRequest
from identity.accounts.media.addresses import file_keys
from identity.accounts.numbers.models import CaseDocument, CaseEntry, NumberCase
from identity.administration.audit.models import AuditEntry
from identity.administration.roles.models import ProfileRole
from identity.organizations.documents.models import ProfileDocument
from identity.personal import PERSONAL, get_person
from identity.sign_in.ceremonies.models import Ceremony
from identity.sign_in.otps.models import Otp
from identity.sign_in.passwords import hashing
from identity.sign_in.second_factors.models import RecoveryCode

_EMPTIED = (
    "civil_number",
    "passport_number",
    "passport_country",
    "nationality",
    "birth_date",
    "gender",
    "numbers_fixed_at",
    "verified_at",
    "second_factor_at",
    "invited_at",
)
_SECRETS: tuple[type[SQLModel], ...] = (Otp, RecoveryCode, Ceremony)
"""Tables of the user's that are given out to nobody, and go."""


async def erase_account(session: AsyncSession, account: Account) -> Person:
    """Make a locked account nobody's; who it was, for the other services to forget."""
    user = account.user
    person = await get_person(session, user)
    await _erase_files(session, user.id)
    for table in _SECRETS:
        own: ColumnElement[bool] = inspect(table).columns["user_id"] == user.id
        await session.execute(delete(table).where(own))
    await erase_rows(session, person)
    of_profiles = col(ProfileRole.profile_id).in_(person.profile_ids)
    await session.execute(delete(ProfileRole).where(of_profiles))
    await _erase_user(session, user)
    return person


async def erase_rows(session: AsyncSession, person: Person) -> None:
    """Erase what is a person's, and once more what has come since: an entry of the trail may."""
    await _erase_changes(session, person)
    await erase(session, PERSONAL, person)


async def _erase_user(session: AsyncSession, user: User) -> None:
    user.username = f"erased-{user.id.hex[:20]}"
    # RFC 2606: nobody can have an address there.
    user.email = f"{user.id}@erased.invalid"
    user.phone = ""
    user.password_hash = await hashing.hash_unknown_password()
    user.active = user.claiming = False
    for field, value in (ERASED_NAMES | dict.fromkeys(_EMPTIED)).items():
        setattr(user, field, value)
    user.principal_version += 1
    await session.flush()
    profiles = await session.scalars(select(Profile).where(col(Profile.user_id) == user.id))
    events: list[tuple[Event, int]] = [(principal_changed(user), user.principal_version)]
    for profile in profiles:
        profile.image_key = profile.approval_comment = None
        profile.version += 1
        events.append((profile_updated(user, profile), profile.version))
    await session.flush()
    await outbox.publish_many(session, events)


async def _erase_files(session: AsyncSession, user_id: UUID) -> None:
    pictures = await session.scalars(
        select(col(Profile.image_key)).where(
            col(Profile.user_id) == user_id, col(Profile.image_key).is_not(None)
        )
    )
    keys = [key for picture in pictures if picture for key in file_keys(picture)]
    own = col(CaseDocument.user_id) == user_id
    keys += await session.scalars(select(col(CaseDocument.key)).where(own))
    profiles = select(col(Profile.id)).where(col(Profile.user_id) == user_id)
    of_profiles = col(ProfileDocument.owner_id).in_(profiles)
    keys += await session.scalars(select(col(ProfileDocument.key)).where(of_profiles))
    requests = col(DataRequest.user_id) == user_id
    archives = await session.scalars(select(col(DataRequest.key)).where(requests))
    keys += [key for key in archives if key]
    of_requests = col(DataPart.request_id).in_(select(col(DataRequest.id)).where(requests))
    await session.execute(delete(DataPart).where(of_requests))
    await session.execute(delete(DataRequest).where(requests))
    if keys:
        await discard(session, keys)


async def _erase_changes(session: AsyncSession, person: Person) -> None:
    """What was changed about the person goes from the trail, whoever did it; and what the entries
    of their cases say of numbers."""
    ids = [str(each) for each in (person.user_id, *person.profile_ids)]
    cases = select(cast(col(NumberCase.id), String)).where(
        col(NumberCase.claimant_id) == person.user_id
    )
    record = col(AuditEntry.record_id)
    about = or_(record.in_(ids), record.in_(cases))
    await session.execute(update(AuditEntry).where(about).values(before={}, after={}))
    await session.execute(
        update(CaseEntry)
        .where(col(CaseEntry.user_id) == person.user_id)
        .values(old_number=None, new_number=None, comment=None)
    )
