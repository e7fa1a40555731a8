"""Request and decide confirmations.

An action registers in `KINDS` and runs within `run_or_request_confirmation`. If it raises
`NeedsConfirmation`, its transaction is rolled back and the request's body is stored instead. Once
an eligible admin confirms, `Kind.apply` performs the action with the requester's current rights.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeVar
from uuid import UUID

from contracts import Permission, ProfileType
from kit.database import db
from kit.database.constraints import parse_violation
from kit.database.db import AsyncSession, Database
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from identity.accounts.account_changes.errors import NeedsConfirmation
from identity.accounts.accounts.models import Account, Membership, User
from identity.accounts.accounts.queries import (
    find_account,
    get_account,
    is_active,
    list_permitted_admins,
    lock_account,
    lock_own_rights,
)
from identity.accounts.accounts.rules import collect_account_rights, get_profile_rights
from identity.administration.confirmations.errors import (
    ConfirmationClosed,
    ConfirmationNotFound,
    ConfirmationOpen,
    ConfirmationStale,
    NoOtherAdmin,
    NotEligible,
)
from identity.administration.confirmations.events import confirmation_requested
from identity.administration.confirmations.models import (
    CONFIRMATION_STATES,
    Confirmation,
    ConfirmationKind,
    ConfirmationStatus,
)
from identity.administration.confirmations.rules import LIFETIME
from identity.administration.roles.service import lock_roles

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of action that needs confirmation."""

    permission: Permission
    """Required to request or confirm it."""
    list_accounts: Callable[[AsyncSession, UUID], Awaitable[list[Account]]]
    """Lists the accounts that the action changes, by subject ID."""
    apply: Callable[[AsyncSession, Membership, Confirmation], Awaitable[None]]
    """Performs the action for the requester."""


KINDS: dict[ConfirmationKind, Kind] = {}
"""Registry, filled by the modules that define the actions."""


async def run_or_request_confirmation(
    database: Database,
    actor: Principal,
    kind: ConfirmationKind,
    subject_id: UUID,
    details: Mapping[str, Any],
    work: Callable[[AsyncSession], Awaitable[T]],
) -> T | None:
    """Run the work in a transaction. Return None if another admin must confirm it instead.

    Raises `NoOtherAdmin`, `ConfirmationOpen`.
    """
    try:
        async with database.transaction() as session:
            return await work(session)
    except NeedsConfirmation as needed:
        changes = needed
    async with database.transaction() as session:
        stored = await _request(session, actor, kind, subject_id, details, changes)
    if stored.for_operator:
        raise NoOtherAdmin
    return None


async def _request(
    session: AsyncSession,
    actor: Principal,
    kind: ConfirmationKind,
    subject_id: UUID,
    details: Mapping[str, Any],
    needed: NeedsConfirmation,
) -> Confirmation:
    await expire_confirmations(session)
    accounts = await KINDS[kind].list_accounts(session, subject_id)
    eligible = await _list_eligible(session, actor.user_id, KINDS[kind], accounts)
    now = await db.now(session)
    confirmation = Confirmation(
        kind=kind,
        subject_id=subject_id,
        user_id=needed.user_id,
        details=dict(details),
        summary={**needed.names, "changes": [asdict(change) for change in needed.changes]},
        requested_by=actor.user_id,
        for_operator=not eligible,
        created_at=now,
        expires_at=now + LIFETIME,
    )
    session.add(confirmation)
    try:
        await session.flush()
    except IntegrityError as error:
        violation = parse_violation(error)
        if violation is None or not violation.is_unique:
            raise
        raise ConfirmationOpen from error
    if eligible:
        requester = await get_account(session, actor.user_id)
        event = confirmation_requested(confirmation, requester.user, eligible)
        await outbox.publish(session, event, sequence=1)
    return confirmation


async def _list_eligible(
    session: AsyncSession, requester_id: UUID, kind: Kind, accounts: list[Account]
) -> list[UUID]:
    """List the other admins who may perform the action now."""
    return [
        user_id
        for user_id in await list_permitted_admins(session, kind.permission)
        if user_id != requester_id and await _find_eligible(session, user_id, kind, accounts)
    ]


async def _find_eligible(
    session: AsyncSession, user_id: UUID, kind: Kind, accounts: list[Account]
) -> Membership | None:
    """Find the admin membership with which a user may perform the action now."""
    account = await find_account(session, col(User.id) == user_id, is_active())
    if account is None or any(each.user.id == user_id for each in accounts):
        return None
    for membership in account.memberships:
        is_admin = membership.profile.type is ProfileType.ADMIN
        if not is_admin or kind.permission not in membership.permissions:
            continue
        if all(
            get_profile_rights(membership).cover(collect_account_rights(each)) for each in accounts
        ):
            return membership
    return None


async def confirm(session: AsyncSession, actor: Principal, confirmation_id: UUID) -> None:
    """Confirm and perform an action, as another admin than the requester.

    Raises `ConfirmationNotFound`, `ConfirmationClosed`, `ConfirmationStale`, `NotEligible`, and the
    action's own errors.
    """
    found = await _get(session, confirmation_id)
    kind = KINDS[found.kind]
    await lock_own_rights(session, actor, kind.permission)
    accounts = await kind.list_accounts(session, found.subject_id)
    eligible = await _find_eligible(session, actor.user_id, kind, accounts)
    if actor.user_id == found.requested_by or eligible is None:
        raise NotEligible
    await _apply(session, kind, confirmation_id, actor.user_id)


async def confirm_as_operator(session: AsyncSession, confirmation_id: UUID) -> None:
    """Confirm and perform an action on the command line, even if an admin could confirm it.

    Raises `ConfirmationNotFound`, `ConfirmationClosed`, `ConfirmationStale`.
    """
    found = await _get(session, confirmation_id)
    await lock_roles(session)
    await _apply(session, KINDS[found.kind], confirmation_id, None)


async def _apply(
    session: AsyncSession, kind: Kind, confirmation_id: UUID, decided_by: UUID | None
) -> None:
    # Lock the request before the accounts, so that concurrent confirmations apply it once.
    confirmation = await _lock_open(session, confirmation_id)
    found = await kind.list_accounts(session, confirmation.subject_id)
    accounts = [await lock_account(session, each) for each in sorted(a.user.id for a in found)]
    requester = await _find_eligible(session, confirmation.requested_by, kind, accounts)
    if requester is None or _is_stale(confirmation, accounts):
        raise ConfirmationStale
    await _close(session, confirmation, ConfirmationStatus.CONFIRMED, decided_by)
    await kind.apply(session, requester, confirmation)


def _is_stale(confirmation: Confirmation, accounts: list[Account]) -> bool:
    users = [each.user for each in accounts if each.user.id == confirmation.user_id]
    changes = confirmation.summary["changes"]
    return any(getattr(user, c["field"]) != c["before"] for user in users for c in changes)


async def decline(session: AsyncSession, actor: Principal, confirmation_id: UUID) -> None:
    """Decline a request, or withdraw one's own.

    Raises `ConfirmationNotFound`, `ConfirmationClosed`, `NotAllowed`.
    """
    found = await _get(session, confirmation_id)
    await lock_own_rights(session, actor, KINDS[found.kind].permission)
    confirmation = await _lock_open(session, confirmation_id)
    await _close(session, confirmation, ConfirmationStatus.DECLINED, actor.user_id)


async def decline_as_operator(session: AsyncSession, confirmation_id: UUID) -> None:
    """Decline a request on the command line.

    Raises `ConfirmationNotFound`, `ConfirmationClosed`.
    """
    confirmation = await _lock_open(session, confirmation_id)
    await _close(session, confirmation, ConfirmationStatus.DECLINED, None)


async def _get(session: AsyncSession, confirmation_id: UUID) -> Confirmation:
    found = await session.get(Confirmation, confirmation_id)
    if found is None:
        raise ConfirmationNotFound
    return found


async def _lock_open(session: AsyncSession, confirmation_id: UUID) -> Confirmation:
    confirmation = await db.lock(session, Confirmation, col(Confirmation.id) == confirmation_id)
    if confirmation is None:
        raise ConfirmationNotFound
    is_over = confirmation.expires_at <= await db.now(session)
    if confirmation.status is not ConfirmationStatus.OPEN or is_over:
        raise ConfirmationClosed
    return confirmation


async def _close(
    session: AsyncSession,
    confirmation: Confirmation,
    status: ConfirmationStatus,
    decided_by: UUID | None,
) -> None:
    CONFIRMATION_STATES.transition(confirmation, status)
    confirmation.decided_by = decided_by
    confirmation.decided_at = await db.now(session)
    await session.flush()


async def expire_confirmations(session: AsyncSession) -> int:
    """Expire overdue requests and return their number."""
    expired = await session.execute(
        CONFIRMATION_STATES.transition_all(ConfirmationStatus.OPEN, ConfirmationStatus.EXPIRED)
        .where(col(Confirmation.expires_at) <= func.now())
        .returning(col(Confirmation.id))
    )
    return len(expired.all())
