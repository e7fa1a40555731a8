from typing import Annotated
from uuid import UUID

from contracts import Permission
from fastapi import APIRouter
from kit.core.errors import Invalid, KeyReused, NotFound, problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from payments.refunds import service
from payments.refunds.errors import NotRefundable, NotTransferred, RefundUnderReview
from payments.refunds.queries import REFUNDERS
from payments.refunds.schemas import RefundCreate, RefundRead, RefundTransferred

router = APIRouter(tags=["refunds"])

RefunderDep = Annotated[Principal, guard(*REFUNDERS, permissions=[Permission.REFUND_PAYMENTS])]


@router.post(
    "/payments/{payment_id}/refunds",
    status_code=202,
    responses=problems(
        NotFound, NotRefundable, RefundUnderReview, Invalid, KeyReused, *AUTH_PROBLEMS
    ),
)
async def create_refund(
    session: Session, actor: RefunderDep, payment_id: UUID, body: RefundCreate
) -> RefundRead:
    """Request a refund of part or all of a payment. It is sent within seconds."""
    return await service.create_refund(session, actor, payment_id, body)


@router.post(
    "/refunds/{refund_id}/transfer",
    responses=problems(NotFound, NotTransferred, *AUTH_PROBLEMS),
)
async def record_refund_transfer(
    session: Session, actor: RefunderDep, refund_id: UUID, body: RefundTransferred
) -> RefundRead:
    """Record the transfer by which an admin refunded a transfer."""
    return await service.record_transfer(session, actor, refund_id, body.bank_reference)
