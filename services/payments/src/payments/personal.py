"""A person's data in this service, and obstacles to its erasure.

Accounting requires charges, payments and refunds to be kept; card details are erased.
"""

from uuid import UUID

from contracts.payments import ChargePurpose, ChargeStatus
from contracts.personal_data import ErasureObstacle
from kit.database.db import AsyncSession
from kit.messaging.personal_data import Person, Personal
from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from payments.charges.models import Charge
from payments.documents.models import Document
from payments.payments.models import LIVE, Payment, PaymentStatus
from payments.refunds.models import Refund, RefundStatus
from payments.registrations.service import PURPOSES
from payments.replicas.models import Payer
from payments.transfers.models import BankCredit, Transfer


def _of_payment(person: Person) -> ColumnElement[bool]:
    return col(Payment.charge_id).in_(_charges(person))


def _of_document(person: Person) -> ColumnElement[bool]:
    return col(Document.charge_id).in_(_charges(person))


def _of_refund(person: Person) -> ColumnElement[bool]:
    return col(Refund.charge_id).in_(_charges(person))


def _of_transfer(person: Person) -> ColumnElement[bool]:
    return col(Transfer.charge_id).in_(_charges(person))


def _of_credit(person: Person) -> ColumnElement[bool]:
    return col(BankCredit.charge_id).in_(_charges(person))


def _charges(person: Person) -> Select[UUID]:
    own = col(Charge.payer_user_id) == person.user_id
    return select(col(Charge.id)).where(own)


async def list_obstacles(session: AsyncSession, user_id: UUID) -> list[ErasureObstacle]:
    """List amounts owed or in progress.

    Unpaid registration fees are no obstacle, nor is an organization's debt an obstacle for its
    members.
    """
    own = and_(
        col(Charge.payer_user_id) == user_id,
        col(Charge.purpose).not_in((ChargePurpose.BULK_ENROLLMENT, ChargePurpose.ACCOUNT_BILL)),
    )
    later = aliased(Refund)
    is_repeated = exists().where(
        col(later.payment_id) == col(Refund.payment_id),
        col(later.id) > col(Refund.id),
        col(later.status) != RefundStatus.FAILED,
    )
    is_owed_back = or_(
        col(Refund.status).in_((RefundStatus.REQUESTED, RefundStatus.SENT)),
        and_(col(Refund.status) == RefundStatus.FAILED, ~is_repeated),
    )
    is_live = and_(col(Payment.status).in_(LIVE), col(Payment.expires_at) > func.now())
    runs = or_(is_live, col(Payment.status) == PaymentStatus.UNDER_REVIEW)
    is_due = col(Charge.status) == ChargeStatus.OPEN, col(Charge.purpose).not_in(PURPOSES.values())
    found = {
        ErasureObstacle.CHARGE_DUE: select(col(Charge.id)).where(own, *is_due),
        ErasureObstacle.PAYMENT_RUNNING: select(col(Payment.id))
        .join(Charge, col(Charge.id) == col(Payment.charge_id))
        .where(own, runs),
        ErasureObstacle.REFUND_RUNNING: select(col(Refund.id))
        .join(Charge, col(Charge.id) == col(Refund.charge_id))
        .where(own, is_owed_back),
    }
    return [each for each, rows in found.items() if await session.scalar(rows.limit(1))]


PERSONAL = (
    Personal(Charge, "charges", lambda person: col(Charge.payer_user_id) == person.user_id),
    Personal(
        Payment,
        "payments",
        _of_payment,
        without=frozenset({"client_secret", "intention_id", "integration_id"}),
        erased={"card_brand": None, "card_last4": None},
    ),
    Personal(
        Refund,
        "refunds",
        _of_refund,
        without=frozenset({"request_key", "requested_by", "note", "error"}),
        erased={"note": None},
    ),
    Personal(Document, "documents", _of_document, without=frozenset({"xml", "previous_hash"})),
    Personal(Transfer, "transfers", _of_transfer, without=frozenset({"receipt_key"})),
    Personal(
        BankCredit,
        "bank_credits",
        _of_credit,
        without=frozenset({"fingerprint", "decided_by", "note"}),
    ),
    Personal(Payer, "profiles", lambda person: col(Payer.user_id) == person.user_id),
)
