"""Conditions on who may decide a request, for lists and checks."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any
from uuid import UUID

from kit.database.db import AsyncSession, in_literals
from kit.security.auth import Principal
from sqlalchemy import (
    CTE,
    ColumnElement,
    Exists,
    Select,
    Uuid,
    and_,
    any_,
    exists,
    false,
    func,
    join,
    literal,
    not_,
    or_,
    select,
    true,
    union_all,
)
from sqlalchemy.orm import Mapped
from sqlmodel import col

from approvals.approvers.models import LevelApprover
from approvals.approvers.queries import is_assigned
from approvals.approvers.schemas import ApproverRead
from approvals.delegations.queries import is_delegate, map_delegates, select_represented_users
from approvals.replicas.models import Approver, Member
from approvals.requests.models import ApprovalRequest, Assignee, Decision, RequestStatus, Step


def is_current_step() -> ColumnElement[bool]:
    """Match the step that a request is at, or ended at."""
    return and_(
        col(Step.request_id) == col(ApprovalRequest.id),
        col(Step.position) == col(ApprovalRequest.step),
    )


def is_current_approver() -> ColumnElement[bool]:
    """Match the approvers of a request's current step."""
    return and_(
        is_current_step(),
        _is_assigned(),
        col(Approver.eligible),
        not_(is_own(col(Approver.user_id))),
    )


def _is_assigned() -> ColumnElement[bool]:
    """Match requests, steps and admins: the step's assignees, or its level's approvers who cover
    the request.
    """
    by_level = exists().where(
        col(LevelApprover.level_id) == col(Step.level_id), is_assigned(), _is_within_limits()
    )
    by_name = exists().where(
        col(Assignee.request_id) == col(Step.request_id),
        col(Assignee.step) == col(Step.position),
        col(Assignee.user_id) == col(Approver.user_id),
    )
    was_given = col(Step.handover).is_not(None)
    return or_(
        and_(not_(was_given), by_level.correlate(ApprovalRequest, Step, Approver)),
        and_(was_given, by_name.correlate(Step, Approver)),
    )


def _is_within_limits(assignment: Any = LevelApprover) -> ColumnElement[bool]:
    """Match assignments whose limits all include the request."""
    organizations, states = col(assignment.organization_ids), col(assignment.state_ids)
    categories = col(assignment.category_ids)
    return and_(
        or_(
            func.cardinality(organizations) == 0,
            col(ApprovalRequest.organization_id) == any_(organizations),
        ),
        or_(func.cardinality(states) == 0, col(ApprovalRequest.state_id) == any_(states)),
        or_(
            func.cardinality(categories) == 0,
            categories.op("&&")(col(ApprovalRequest.category_ids)),
        ),
    )


def is_own(user_id: Mapped[UUID] | UUID) -> ColumnElement[bool]:
    """Match requests of the user or their organization, which the user may not decide."""
    belongs = (
        exists()
        .where(
            col(Member.user_id) == user_id,
            col(Member.organization_id) == col(ApprovalRequest.organization_id),
            col(Member.active),
        )
        .correlate_except(Member)
    )
    return or_(col(ApprovalRequest.submitted_by) == user_id, belongs)


def is_approver(actor: Principal) -> ColumnElement[bool]:
    """Match requests whose current step the caller may decide, also as delegate or super-admin.

    The caller's own requests are excluded.
    """
    return or_(_has_step(is_actor_or_delegator(actor)), _is_fallback(actor))


def is_actor_or_delegator(actor: Principal) -> ColumnElement[bool]:
    """Match approvers who are the caller, or for whom the caller is a delegate."""
    return and_(
        is_current_approver(),
        _is_self_or_delegate(actor, col(Approver.user_id)),
        not_(is_own(actor.user_id)),
    )


def has_decision() -> ColumnElement[bool]:
    """Match approvers for whom a decision at the current step exists."""
    return _has_decision_of(col(Approver.user_id))


def _has_decision_of(user_id: Mapped[UUID]) -> ColumnElement[bool]:
    return (
        exists()
        .where(
            col(Decision.request_id) == col(ApprovalRequest.id),
            col(Decision.step) == col(ApprovalRequest.step),
            col(Decision.approver_id) == user_id,
        )
        .correlate_except(Decision)
    )


def is_past_approver(actor: Principal) -> ColumnElement[bool]:
    """Match requests with a passed step at which the caller approves or is a delegate."""
    return _has_step(
        and_(
            col(Step.request_id) == col(ApprovalRequest.id),
            col(Step.position) < col(ApprovalRequest.step),
            _is_assigned(),
            _is_self_or_delegate(actor, col(Approver.user_id)),
        )
    )


def has_decided(actor: Principal) -> ColumnElement[bool]:
    """Match requests whose current step the caller has decided."""
    return (
        exists()
        .where(
            col(Decision.request_id) == col(ApprovalRequest.id),
            col(Decision.step) == col(ApprovalRequest.step),
            col(Decision.user_id) == actor.user_id,
        )
        .correlate(ApprovalRequest)
    )


def can_decide(actor: Principal) -> ColumnElement[bool]:
    """Match requests that await the caller's decision."""
    is_pending = col(ApprovalRequest.status) == RequestStatus.PENDING
    represents = _has_step(is_actor_or_delegator(actor) & not_(has_decision()))
    return is_pending & or_(represents, _is_fallback(actor))


def is_awaiting_decision(actor: Principal) -> ColumnElement[bool]:
    """Match like `can_decide`, but find each level's approvers once; the list joins `CURRENT`."""
    is_pending = in_literals(col(ApprovalRequest.status), [RequestStatus.PENDING])
    represented = (
        select(_ASSIGNED)
        .where(_ASSIGNED.c.user_id == _any_represented_user(actor))
        .cte("represented")
        .prefix_with("MATERIALIZED")
    )
    # Limit the check to the caller's levels; most requests are at others.
    levels = func.array(select(represented.c.level_id).scalar_subquery())
    decides = _is_approved_by(
        represented,
        lambda user_id: _is_self_or_delegate(actor, user_id) & not_(_has_decision_of(user_id)),
        CURRENT.c.level_id == any_(levels),
    )
    if actor.is_super_admin:
        decides |= not_(_is_approved_by(_ASSIGNED, lambda _: true()))
    return and_(is_pending, not_(is_own(actor.user_id)), decides)


CURRENT = (
    select(col(Step.level_id), col(Step.handover))
    .where(is_current_step())
    .limit(1)
    .lateral("current_step")
)
"""The request's current step."""
_ASSIGNED = (
    select(
        col(LevelApprover.level_id),
        col(LevelApprover.organization_ids),
        col(LevelApprover.state_ids),
        col(LevelApprover.category_ids),
        col(Approver.user_id),
    )
    .join(Approver, is_assigned())
    .where(col(Approver.eligible))
    .cte("assigned")
    .prefix_with("MATERIALIZED")
)


def _is_approved_by(
    assigned: CTE,
    is_meant: Callable[[Any], ColumnElement[bool]],
    at_level: ColumnElement[bool] | None = None,
) -> ColumnElement[bool]:
    """Match requests whose current step has an approver that satisfies `is_meant`.

    Equals `is_current_approver`, using the precomputed `assigned` approvers of levels.
    """
    user_id: Any = assigned.c.user_id
    by_level = exists().where(
        assigned.c.level_id == CURRENT.c.level_id,
        _is_within_limits(assigned.c),
        not_(is_own(user_id)),
        is_meant(user_id),
    )
    by_name = exists().where(
        col(Assignee.request_id) == col(ApprovalRequest.id),
        col(Assignee.step) == col(ApprovalRequest.step),
        col(Approver.user_id) == col(Assignee.user_id),
        col(Approver.eligible),
        not_(is_own(col(Approver.user_id))),
        is_meant(col(Approver.user_id)),
    )
    was_given = CURRENT.c.handover.is_not(None)
    return or_(
        and_(
            not_(was_given),
            true() if at_level is None else at_level,
            by_level.correlate(ApprovalRequest, CURRENT),
        ),
        and_(was_given, by_name.correlate(ApprovalRequest)),
    )


def _any_represented_user(actor: Principal) -> ColumnElement[Any]:
    """Return the users the caller may decide for today, including themselves."""
    represented = union_all(
        select(literal(actor.user_id, Uuid)), select_represented_users(actor.user_id)
    )
    return any_(func.array(represented.scalar_subquery()))


def _is_self_or_delegate(actor: Principal, user_id: Mapped[UUID]) -> ColumnElement[bool]:
    # Compute these few users once for all requests, then check requests only against them.
    stands_for = is_delegate(actor.user_id, user_id, col(ApprovalRequest.content_type))
    return and_(user_id == _any_represented_user(actor), or_(user_id == actor.user_id, stands_for))


def _is_fallback(actor: Principal) -> ColumnElement[bool]:
    """Match requests a super-admin decides because no other approver may."""
    if not actor.is_super_admin:
        return false()
    return and_(not_(is_attended()), not_(is_own(actor.user_id)))


def _has_step(condition: ColumnElement[bool]) -> Exists:
    """Match requests with a step and an admin that meet the condition."""
    pairs = select(1).select_from(join(Step, Approver, true())).where(condition)
    return pairs.correlate(ApprovalRequest).exists()


def is_attended() -> ColumnElement[bool]:
    """Match requests whose current step has an active approver, so no super-admin is needed."""
    return _has_step(is_current_approver())


async def map_assigned(
    session: AsyncSession, request: ApprovalRequest
) -> defaultdict[int, list[ApproverRead]]:
    """List the users assigned to each step of a request by name, disabled admins included."""
    rows = await session.execute(
        select(col(Step.position), Approver)
        .select_from(ApprovalRequest)
        .join(Step, col(Step.request_id) == col(ApprovalRequest.id))
        .join(Approver, _is_assigned())
        .where(col(ApprovalRequest.id) == request.id)
        .order_by(col(Approver.name_en), col(Approver.user_id))
    )
    assigned: defaultdict[int, list[ApproverRead]] = defaultdict(list)
    for position, approver in rows:
        assigned[position].append(ApproverRead.model_validate(approver))
    return assigned


def select_approvers(request: ApprovalRequest) -> Select[Approver]:
    """Select the approvers of the request's step."""
    return (
        select(Approver)
        .select_from(ApprovalRequest)
        .join(Step, is_current_step())
        .join(Approver, is_current_approver())
        .where(col(ApprovalRequest.id) == request.id)
    )


async def list_missing_approvers(session: AsyncSession, request: ApprovalRequest) -> set[UUID]:
    """Return approvers who have not decided on the current step, and their delegates."""
    rows = await session.scalars(
        select_approvers(request)
        .where(not_(has_decision()))
        .with_only_columns(col(Approver.user_id))
    )
    missing = set(rows)
    delegates = await map_delegates(session, missing, request.content_type)
    return missing | {delegate.user_id for each in delegates.values() for delegate in each}


async def list_represented(
    session: AsyncSession, actor: Principal, request: ApprovalRequest
) -> list[Approver]:
    """List the approvers for whom the caller may still decide: themselves and their delegators."""
    rows = await session.scalars(
        select_approvers(request)
        .where(is_actor_or_delegator(actor), not_(has_decision()))
        .order_by(col(Approver.name_en), col(Approver.user_id))
    )
    return list(rows)
