from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from contracts import ContentType
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Exists, Select, and_, any_, exists, func, or_, select
from sqlalchemy.orm import Mapped, aliased
from sqlmodel import col

from approvals.approvers.schemas import ApproverRead
from approvals.delegations.models import Delegation
from approvals.delegations.schemas import DelegationList, DelegationRead
from approvals.replicas.models import Approver


def is_open() -> ColumnElement[bool]:
    """Match delegations that are running or upcoming."""
    return and_(col(Delegation.ended_at).is_(None), col(Delegation.last_day) >= today())


def is_running() -> ColumnElement[bool]:
    """Match delegations running today."""
    return and_(is_open(), col(Delegation.first_day) <= today())


def has_content_type(content_type: Mapped[ContentType] | ContentType) -> ColumnElement[bool]:
    """Match delegations that cover the content type."""
    types = col(Delegation.content_types)
    return or_(func.cardinality(types) == 0, any_(types) == content_type)


def is_delegate(
    delegate_id: UUID, user_id: Mapped[UUID], content_type: Mapped[ContentType]
) -> Exists:
    """Match users for whom the delegate may decide today on this content type."""
    return (
        exists()
        .where(
            col(Delegation.delegate_id) == delegate_id,
            col(Delegation.user_id) == user_id,
            has_content_type(content_type),
            is_running(),
        )
        # Keep correlation with the outer request even when this is nested in another subquery.
        .correlate_except(Delegation)
    )


def select_represented_users(delegate_id: UUID) -> Select[UUID]:
    """Select users for whom the delegate may decide today on any content type."""
    return select(col(Delegation.user_id)).where(
        col(Delegation.delegate_id) == delegate_id, is_running()
    )


async def list_delegations(session: AsyncSession, actor: Principal) -> DelegationList:
    """List the caller's running and upcoming delegations, given and taken."""
    delegate = aliased(Approver)
    rows = await session.execute(
        select(Delegation, Approver, delegate)
        .join(Approver, col(Approver.user_id) == col(Delegation.user_id))
        .join(delegate, col(delegate.user_id) == col(Delegation.delegate_id))
        .where(
            is_open(),
            or_(
                col(Delegation.user_id) == actor.user_id,
                col(Delegation.delegate_id) == actor.user_id,
            ),
        )
        .order_by(col(Delegation.first_day), col(Delegation.id))
    )
    shown = [DelegationRead.of(*row) for row in rows]
    return DelegationList(
        given=[each for each in shown if each.approver.user_id == actor.user_id],
        taken=[each for each in shown if each.delegate.user_id == actor.user_id],
    )


async def map_delegates(
    session: AsyncSession, user_ids: Collection[UUID], content_type: ContentType
) -> defaultdict[UUID, list[ApproverRead]]:
    """List each user's delegates for the content type today, by name."""
    delegates: defaultdict[UUID, list[ApproverRead]] = defaultdict(list)
    if not user_ids:
        return delegates
    rows = await session.execute(
        select(col(Delegation.user_id), Approver)
        .join(Approver, col(Approver.user_id) == col(Delegation.delegate_id))
        .where(
            col(Delegation.user_id).in_(user_ids),
            has_content_type(content_type),
            is_running(),
            col(Approver.eligible),
        )
        .order_by(col(Approver.name_en), col(Approver.user_id))
    )
    for user_id, approver in rows:
        delegates[user_id].append(ApproverRead.model_validate(approver))
    return delegates
