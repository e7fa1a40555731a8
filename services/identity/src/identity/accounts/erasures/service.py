"""Erase people: the services check for obstacles, an admin decides, and they check again.

The second check covers what began in between. Each step is triggered by an event and runs once:
late or repeated answers change nothing.

The account and its profiles remain as anonymous rows, because enrollments and payments reference
them. Names, addresses and numbers become free immediately. Erased profiles are published with a
higher version than any before, so that late events cannot restore the person.
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
from kit.messaging.envelope import Meta, get_publisher
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
from identity.accounts.accounts.rules import collect_account_rights, get_profile_rights
from identity.accounts.accounts.service import publish_changes
from identity.accounts.data_requests.models import DataPart, DataRequest
from identity.accounts.erasures.errors import ErasureNotFound, ErasureNotOpen, ErasureRunning
from identity.accounts.erasures.events import check_requested, erasure_changed, user_erased
from identity.accounts.erasures.models import ERASURE_STATES, RUNNING, Erasure
from identity.accounts.erasures.queries import is_erasable
from identity.accounts.erasures.rules import OWN_OBSTACLES, REPEAT_INTERVALS
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

_ANSWERING = frozenset(get_publisher(kind.type) for kind in CHECKED)
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
"""Tables with the user's secrets, which are deleted and never exported."""


async def create_erasure(
    database: Database, keys: Keys, actor: Principal, form: ErasureCreate
) -> None:
    """Request the erasure of the caller. No connection is held while the password is checked.

    Raises `Invalid`, `AccountLocked`, `ErasureRunning`, `TokenInvalid`.
    """
    await confirm_password(database, keys, actor, form.password, field="password")
    async with database.transaction() as session:
        account = await lock_own_account(session, actor)
        await request_erasure(session, account, form.reason)


async def request_erasure(
    session: AsyncSession, account: Account, reason: str, requested_by: UUID | None = None
) -> UUID:
    """Create a request for a locked account and start the check for obstacles.

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
    """Withdraw the caller's request.

    Raises `ErasureNotFound`, `ErasureNotOpen`, `TokenInvalid`.
    """
    await lock_own_account(session, actor)
    own = col(Erasure.user_id) == actor.user_id, col(Erasure.status).in_(RUNNING)
    erasure = await db.lock(session, Erasure, *own)
    if erasure is None:
        raise ErasureNotFound
    if erasure.status is ErasureStatus.APPROVED:
        raise ErasureNotOpen
    await _transition(session, erasure, ErasureStatus.WITHDRAWN)


async def decide_erasure(
    session: AsyncSession, actor: Principal, erasure_id: UUID, decision: ErasureDecision
) -> None:
    """Reject a request, or approve it, which signs the person out and deactivates the account.

    Raises `ErasureNotFound`, `ErasureNotOpen`, `OwnAccount`, `UserOutranks`.
    """
    erasure, account = await _lock(session, erasure_id)
    if erasure.user_id == actor.user_id:
        raise OwnAccount
    if erasure.status is not ErasureStatus.REQUESTED:
        raise ErasureNotOpen
    me = await find_own_membership(session, actor)
    if me is None or not get_profile_rights(me).cover(collect_account_rights(account)):
        raise UserOutranks
    erasure.decided_by, erasure.comment = actor.user_id, decision.comment
    erasure.decided_at = await db.now(session)
    if not decision.approve:
        await _transition(session, erasure, ErasureStatus.REJECTED, heard=True)
        return
    erasure.check_number += 1
    erasure.answered = []
    await _transition(session, erasure, ErasureStatus.APPROVED)
    account.user.active = False
    await end_user_sessions(session, erasure.user_id)
    await publish_changes(session, account, principal=True)
    await _check(session, erasure, account)


async def add_check(session: AsyncSession, event: ErasureChecked, meta: Meta) -> None:
    """Record a service's answer. After the last one, the request advances or is blocked."""
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
        await _advance(session, erasure, account)


async def repeat_erasures(session: AsyncSession) -> int:
    """Publish due erasures again, to erase late data. Return their number."""
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
    """Check identity's own obstacles and ask the other services."""
    types = {membership.profile.type for membership in account.memberships}
    erasure.obstacles = sorted(OWN_OBSTACLES[each] for each in types & OWN_OBSTACLES.keys())
    await session.flush()
    event = check_requested(erasure, await get_person(session, account.user))
    await outbox.publish(session, event, sequence=erasure.version)


async def _advance(session: AsyncSession, erasure: Erasure, account: Account) -> None:
    if erasure.obstacles:
        was_requested = erasure.status is ErasureStatus.APPROVED
        if was_requested:
            account.user.active = True
            await publish_changes(session, account, principal=True)
        # The person knows nothing of an admin's request that never awaited a decision.
        is_known = was_requested or erasure.requested_by is None
        await _transition(session, erasure, ErasureStatus.BLOCKED, heard=is_known)
    elif erasure.status is ErasureStatus.CHECKING:
        await _transition(session, erasure, ErasureStatus.REQUESTED, heard=True)
    else:
        person = await erase_account(session, account)
        erasure.reason = ""
        erasure.erased_at = await db.now(session)
        await _transition(session, erasure, ErasureStatus.ERASED)
        await _publish_erased(session, erasure, person)


async def _publish_erased(session: AsyncSession, erasure: Erasure, person: Person) -> None:
    left = REPEAT_INTERVALS[erasure.repeats :]
    erasure.repeat_at = await db.now(session) + left[0] if left else None
    erasure.repeats += 1
    await outbox.publish(session, user_erased(person), sequence=erasure.repeats)


async def _transition(
    session: AsyncSession, erasure: Erasure, status: ErasureStatus, *, heard: bool = False
) -> None:
    ERASURE_STATES.transition(erasure, status)
    erasure.version += 1
    await session.flush()
    if heard:
        await outbox.publish(session, erasure_changed(erasure), sequence=erasure.version)


async def _lock(session: AsyncSession, erasure_id: UUID) -> tuple[Erasure, Account]:
    # Lock the account first, as everywhere, to prevent deadlocks.
    found = await session.get(Erasure, erasure_id)
    if found is None:
        raise ErasureNotFound
    account = await lock_account(session, found.user_id)
    erasure = await db.lock(session, Erasure, col(Erasure.id) == erasure_id)
    assert erasure
    return erasure, account


async def erase_account(session: AsyncSession, account: Account) -> Person:
    """Anonymize a locked account, and return the person for the other services to erase."""
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
    """Erase the person's rows. Repeatable, since audit entries may arrive late."""
    await _erase_changes(session, person)
    await erase(session, PERSONAL, person)


async def _erase_user(session: AsyncSession, user: User) -> None:
    user.username = f"erased-{user.id.hex[:20]}"
    # RFC 2606 reserves this domain, so no one can have an address there.
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
    """Clear the person's values in the audit trail and the numbers in their cases."""
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
