"""A person asks to be erased; the services say what stands in the way; an admin decides; they are
asked once more, since something may have begun meanwhile; then the person is erased.

Each step comes by an event and is taken once: an answer to an earlier check, or one that comes
twice, changes nothing.

The account and its profiles stay as rows of nobody: enrollments and payments name them. Names,
addresses and numbers are free for others at once. The erased profiles are published with a higher
version than any before, so that no copy that comes late shows the person again.
"""

from dataclasses import replace
from uuid import UUID

from contracts import Event
from contracts.identity import ErasureStatus
from contracts.personal_data import CHECKED, ErasureChecked
from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.documents.media import discard
from kit.messaging import outbox
from kit.messaging.envelope import Meta, source_of
from kit.messaging.personal_data import ERASED_NAMES, Person, erase
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, String, cast, delete, func, inspect, or_, select, update
from sqlmodel import SQLModel, col

from identity.accounts.accounts.errors import UserOutranks
from identity.accounts.accounts.events import principal_changed, profile_updated
from identity.accounts.accounts.models import Account, Profile, User
from identity.accounts.accounts.queries import (
    find_own_membership,
    get_account,
    lock_account,
    lock_own_account,
)
from identity.accounts.accounts.rules import all_rights_of, rights_through
from identity.accounts.accounts.service import publish_changes
from identity.accounts.data_requests.models import DataPart, DataRequest
from identity.accounts.erasures.errors import ErasureNotFound, ErasureNotOpen, ErasureRunning
from identity.accounts.erasures.events import check_requested, erasure_changed, user_erased
from identity.accounts.erasures.models import ERASURE_STATES, RUNNING, Erasure
from identity.accounts.erasures.queries import is_erasable
from identity.accounts.erasures.rules import OWN_OBSTACLES, REPEATED_AFTER
from identity.accounts.erasures.schemas import ErasureCreate, ErasureDecision
from identity.accounts.media.service import file_keys
from identity.accounts.numbers.models import CaseDocument, CaseEntry, NumberCase
from identity.administration.audit.models import AuditEntry
from identity.administration.roles.models import ProfileRole
from identity.administration.users.errors import OwnAccount
from identity.organizations.documents.models import ProfileDocument
from identity.personal import PERSONAL, get_person
from identity.sign_in.ceremonies.models import Ceremony
from identity.sign_in.otps.models import Otp
from identity.sign_in.passwords.hashes import service as hashing
from identity.sign_in.passwords.service import confirm_password
from identity.sign_in.second_factors.models import RecoveryCode
from identity.sign_in.sessions.service import end_user_sessions
from identity.sign_in.signing.service import Keys

_ANSWERING = frozenset(source_of(kind.type) for kind in CHECKED)
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


async def create_erasure(
    database: Database, keys: Keys, actor: Principal, form: ErasureCreate
) -> None:
    """Ask for the erasure of the caller. No connection is held while the password is checked.

    Raises `Invalid`, `AccountLocked`, `ErasureRunning`, `TokenInvalid`.
    """
    await confirm_password(database, keys, actor, form.password, field="password")
    async with database.transaction() as session:
        account = await lock_own_account(session, actor)
        await request_erasure(session, account, form.reason)


async def request_erasure(
    session: AsyncSession, account: Account, reason: str, requested_by: UUID | None = None
) -> UUID:
    """Have the services look whether something stands in the way of erasing a locked account.

    Raises `ErasureRunning`.
    """
    user_id = account.user.id
    if not await is_erasable(session, user_id):
        raise ErasureRunning
    erasure = Erasure(
        user_id=user_id, requested_by=requested_by, reason=reason, answered=[], obstacles=[]
    )
    session.add(erasure)
    await _check(session, erasure, account)
    return erasure.id


async def withdraw_erasure(session: AsyncSession, actor: Principal) -> None:
    """Take the caller's request back.

    Raises `ErasureNotFound`, `ErasureNotOpen`, `TokenInvalid`.
    """
    await lock_own_account(session, actor)
    own = col(Erasure.user_id) == actor.user_id, col(Erasure.status).in_(RUNNING)
    erasure = await db.lock(session, Erasure, *own)
    if erasure is None:
        raise ErasureNotFound
    if erasure.status is ErasureStatus.APPROVED:
        raise ErasureNotOpen
    await _move(session, erasure, ErasureStatus.WITHDRAWN)


async def decide_erasure(
    session: AsyncSession, actor: Principal, erasure_id: UUID, decision: ErasureDecision
) -> None:
    """Refuse a request, or have the person erased: they cannot sign in from now on.

    Raises `ErasureNotFound`, `ErasureNotOpen`, `OwnAccount`, `UserOutranks`.
    """
    erasure, account = await _lock(session, erasure_id)
    if erasure.user_id == actor.user_id:
        raise OwnAccount
    if erasure.status is not ErasureStatus.REQUESTED:
        raise ErasureNotOpen
    me = await find_own_membership(session, actor)
    if me is None or not rights_through(me).cover(all_rights_of(account)):
        raise UserOutranks
    erasure.decided_by, erasure.comment = actor.user_id, decision.comment
    erasure.decided_at = await db.now(session)
    if not decision.approve:
        await _move(session, erasure, ErasureStatus.REJECTED, heard=True)
        return
    erasure.check_number += 1
    erasure.answered = []
    await _move(session, erasure, ErasureStatus.APPROVED)
    account.user.active = False
    await end_user_sessions(session, erasure.user_id)
    await publish_changes(session, account, principal=True)
    await _check(session, erasure, account)


async def add_check(session: AsyncSession, event: ErasureChecked, meta: Meta) -> None:
    """Take over what a service found; after the last answer the request goes on or is blocked."""
    found = await session.get(Erasure, event.erasure_id)
    if found is None:
        return
    erasure, account = await _lock(session, event.erasure_id)
    is_awaited = erasure.status in (ErasureStatus.CHECKING, ErasureStatus.APPROVED)
    is_new = event.check == erasure.check_number and meta.source not in erasure.answered
    if not (is_awaited and is_new):
        return
    erasure.answered = [*erasure.answered, meta.source]
    erasure.obstacles = sorted({*erasure.obstacles, *event.obstacles})
    if set(erasure.answered) >= _ANSWERING:
        await _go_on(session, erasure, account)


async def repeat_erasures(session: AsyncSession) -> int:
    """Publish erasures again that are due, for what came late; how many."""
    due = await db.claim(
        session,
        Erasure,
        col(Erasure.repeat_at) <= func.now(),
        order_by=[col(Erasure.repeat_at)],
        limit=100,
    )
    for erasure in due:
        account = await get_account(session, erasure.user_id)
        person = await get_person(session, account.user)
        await erase_rows(session, person)
        await _publish_erased(session, erasure, replace(person, email=""))
    return len(due)


async def _check(session: AsyncSession, erasure: Erasure, account: Account) -> None:
    """Look at what identity knows itself, and ask the services that know the rest."""
    types = {membership.profile.type for membership in account.memberships}
    erasure.obstacles = sorted(OWN_OBSTACLES[each] for each in types & OWN_OBSTACLES.keys())
    await session.flush()
    event = check_requested(erasure, await get_person(session, account.user))
    await outbox.publish(session, event, sequence=erasure.version)


async def _go_on(session: AsyncSession, erasure: Erasure, account: Account) -> None:
    if erasure.obstacles:
        was_requested = erasure.status is ErasureStatus.APPROVED
        if was_requested:
            account.user.active = True
            await publish_changes(session, account, principal=True)
        # An admin's request that never waited for a decision is unknown to the person.
        is_known = was_requested or erasure.requested_by is None
        await _move(session, erasure, ErasureStatus.BLOCKED, heard=is_known)
    elif erasure.status is ErasureStatus.CHECKING:
        await _move(session, erasure, ErasureStatus.REQUESTED, heard=True)
    else:
        person = await erase_account(session, account)
        erasure.reason = ""
        erasure.erased_at = await db.now(session)
        await _move(session, erasure, ErasureStatus.ERASED)
        await _publish_erased(session, erasure, person)


async def _publish_erased(session: AsyncSession, erasure: Erasure, person: Person) -> None:
    left = REPEATED_AFTER[erasure.repeats :]
    erasure.repeat_at = await db.now(session) + left[0] if left else None
    erasure.repeats += 1
    await outbox.publish(session, user_erased(person), sequence=erasure.repeats)


async def _move(
    session: AsyncSession, erasure: Erasure, status: ErasureStatus, *, heard: bool = False
) -> None:
    ERASURE_STATES.transition(erasure, status)
    erasure.version += 1
    await session.flush()
    if heard:
        await outbox.publish(session, erasure_changed(erasure), sequence=erasure.version)


async def _lock(session: AsyncSession, erasure_id: UUID) -> tuple[Erasure, Account]:
    # The account first, as everybody does who changes both.
    found = await session.get(Erasure, erasure_id)
    if found is None:
        raise ErasureNotFound
    account = await lock_account(session, found.user_id)
    erasure = await db.lock(session, Erasure, col(Erasure.id) == erasure_id)
    assert erasure
    return erasure, account


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
