from uuid import UUID

from sqlalchemy import Exists, SQLColumnExpression, and_, exists, or_
from sqlmodel import col

from payments.payments.models import LIVE, Payment, PaymentStatus
from payments.settlement.models import Callback, Inquiry, InquiryOutcome


def has_unanswered_attempt(charge_id: SQLColumnExpression[UUID]) -> Exists:
    """Match charges that an attempt may still pay or has paid.

    An attempt lacks an answer since its page closed, a callback is unprocessed, or a review is
    undecided.
    """
    answered = exists().where(
        col(Inquiry.payment_id) == col(Payment.id),
        col(Inquiry.outcome) != InquiryOutcome.UNREACHABLE,
        col(Inquiry.last_at) >= col(Payment.expires_at),
    )
    waiting = exists().where(
        col(Callback.order_id) == col(Payment.order_id), col(Callback.processed_at).is_(None)
    )
    return exists().where(
        col(Payment.charge_id) == charge_id,
        or_(
            col(Payment.status) == PaymentStatus.UNDER_REVIEW,
            and_(col(Payment.status).in_(LIVE), ~answered),
            waiting,
        ),
    )
