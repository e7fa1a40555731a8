from contracts import Permission, ProfileType
from kit.database.db import AsyncSession
from kit.security.auth import AccessRule, Principal, allowed
from kit.web.gauges import Measure
from sqlalchemy import ColumnElement, SQLColumnExpression, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from payments.payments.models import Payment, PaymentStatus
from payments.refunds.models import Refund, RefundStatus
from payments.refunds.schemas import RefundRead
from payments.replicas.models import Payer

REFUNDERS = (ProfileType.ADMIN,)
_REFUND, _REVIEW = (
    AccessRule(profiles=frozenset(REFUNDERS), permissions=frozenset({permission}))
    for permission in (Permission.REFUND_PAYMENTS, Permission.REVIEW_PAYMENTS)
)

FAILED = Measure(
    "itqan_refunds_failed",
    "Refunds that the provider refused and nobody has requested again",
    """
    SELECT count(*) FROM refunds AS failed
    WHERE status = 'failed' AND NOT EXISTS (
        SELECT FROM refunds AS later
        WHERE later.payment_id = failed.payment_id
        AND later.id > failed.id AND later.status <> 'failed')
    """,
)
"""Uses an index of its own, because every copy measures it continuously."""


def can_refund(actor: Principal, status: PaymentStatus) -> bool:
    """Return whether the actor may refund a payment in this state; under review, only reviewers
    may.
    """
    return allowed(actor, _REVIEW if status is PaymentStatus.UNDER_REVIEW else _REFUND)


def can_record_transfers(actor: Principal) -> bool:
    """Return whether the actor may record refunding transfers."""
    return allowed(actor, _REFUND)


def sum_reserved(transaction_id: int | SQLColumnExpression[int | None]) -> ColumnElement[int]:
    """Sum a transaction's completed and pending refunds, in minor units."""
    total = func.coalesce(func.sum(col(Refund.amount_minor)), 0)
    return (
        select(total)
        .where(
            col(Refund.transaction_id) == transaction_id,
            col(Refund.status) != RefundStatus.FAILED,
        )
        .correlate_except(Refund)
        .scalar_subquery()
    )


def sum_refundable() -> ColumnElement[int]:
    """Return what is left to refund of a payment, in minor units."""
    return func.coalesce(col(Payment.received_minor), 0) - sum_reserved(col(Payment.transaction_id))


def select_newest_status() -> ColumnElement[RefundStatus | None]:
    """Select the status of a payment's newest refund."""
    return (
        select(col(Refund.status))
        .where(col(Refund.payment_id) == col(Payment.id))
        .order_by(col(Refund.id).desc())
        .limit(1)
        .correlate(Payment)
        .scalar_subquery()
    )


async def list_refunds(
    session: AsyncSession, actor: Principal, *where: ColumnElement[bool]
) -> list[RefundRead]:
    """List matching refunds, newest first, without details the actor may not see."""
    profile = aliased(Payer)
    requester = (
        select(col(profile.profile_id))
        .where(col(profile.user_id) == col(Refund.requested_by))
        .order_by(col(profile.profile_id))
        .limit(1)
        .scalar_subquery()
    )
    rows = await session.execute(
        select(Refund, Payer)
        .outerjoin(Payer, col(Payer.profile_id) == requester)
        .where(*where)
        .order_by(col(Refund.created_at).desc())
    )
    return [_read(refund, requester, actor) for refund, requester in rows]


def _read(refund: Refund, requester: Payer | None, actor: Principal) -> RefundRead:
    read = RefundRead.model_validate(refund)
    if not actor.is_admin:
        return read.model_copy(update={"note": None, "error": None})
    if requester is None:
        return read
    names = {
        "requested_by_name_en": requester.name_en,
        "requested_by_name_ar": requester.name_ar,
    }
    return read.model_copy(update=names)
