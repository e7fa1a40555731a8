from uuid import UUID

from contracts.approvals import DelegationStatus
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import or_, select
from sqlmodel import col

from approvals.approvers.errors import not_eligible
from approvals.delegations.errors import DelegationEnded, DelegationNotFound
from approvals.delegations.events import delegation_changed
from approvals.delegations.models import Delegation
from approvals.delegations.queries import is_open
from approvals.delegations.schemas import DelegationCreate, DelegationRead
from approvals.replicas.models import Approver


async def create_delegation(
    session: AsyncSession, actor: Principal, new: DelegationCreate
) -> DelegationRead:
    """Delegate the caller's decisions for some days.

    Raises `Invalid`.
    """
    if new.delegate_id == actor.user_id:
        raise Invalid.field("delegate_id", "delegation.to_self", "Choose someone else.")
    await _lock_users(session, actor.user_id, new.delegate_id)
    approver = await session.get(Approver, actor.user_id)
    delegate = await session.get(Approver, new.delegate_id)
    if approver is None or delegate is None or not delegate.eligible:
        raise Invalid(fields=[not_eligible("delegate_id")])
    if await _is_away(session, new):
        raise Invalid.field(
            "delegate_id",
            "delegation.delegate_away",
            "This person is also away then. Choose someone else.",
        )
    delegation = Delegation(user_id=actor.user_id, **new.model_dump())
    session.add(delegation)
    await session.flush()
    event = delegation_changed(delegation, approver, delegate, DelegationStatus.GIVEN)
    await outbox.publish(session, event, sequence=1)
    return DelegationRead.of(delegation, approver, delegate)


async def end_delegation(session: AsyncSession, actor: Principal, delegation_id: UUID) -> None:
    """End a delegation the caller gave or took.

    Raises `DelegationNotFound`, `DelegationEnded`.
    """
    is_own = or_(
        col(Delegation.user_id) == actor.user_id, col(Delegation.delegate_id) == actor.user_id
    )
    delegation = await db.lock(session, Delegation, col(Delegation.id) == delegation_id, is_own)
    if delegation is None:
        raise DelegationNotFound
    if delegation.ended_at or delegation.last_day < today():
        raise DelegationEnded
    given_back = delegation.delegate_id == actor.user_id
    status = DelegationStatus.GIVEN_BACK if given_back else DelegationStatus.TAKEN_BACK
    await _end(session, delegation, status)


async def end_received_delegations(session: AsyncSession, user_id: UUID) -> None:
    """End the delegations to an admin who may no longer decide, and notify their givers."""
    await _lock_users(session, user_id)
    found = await session.scalars(
        select(Delegation)
        .where(col(Delegation.delegate_id) == user_id, is_open())
        .order_by(col(Delegation.id))
    )
    for delegation in found.all():
        await _end(session, delegation, DelegationStatus.DELEGATE_LEFT)


async def _lock_users(session: AsyncSession, *user_ids: UUID) -> None:
    """Serialize changes per user: prevents mutual delegations and delegations to a user being
    disabled.
    """
    await db.advisory_lock(session, *(f"delegations:{user_id}" for user_id in user_ids))


async def _is_away(session: AsyncSession, new: DelegationCreate) -> bool:
    """Return whether the delegate delegated decisions of these days too."""
    found = await session.scalar(
        select(col(Delegation.id))
        .where(
            col(Delegation.user_id) == new.delegate_id,
            is_open(),
            col(Delegation.first_day) <= new.last_day,
            col(Delegation.last_day) >= new.first_day,
        )
        .limit(1)
    )
    return found is not None


async def _end(session: AsyncSession, delegation: Delegation, status: DelegationStatus) -> None:
    delegation.ended_at = await db.now(session)
    approver = await session.get(Approver, delegation.user_id)
    delegate = await session.get(Approver, delegation.delegate_id)
    assert approver, "copies of admins are never deleted"
    assert delegate, "copies of admins are never deleted"
    await session.flush()
    event = delegation_changed(delegation, approver, delegate, status)
    await outbox.publish(session, event, sequence=2)
