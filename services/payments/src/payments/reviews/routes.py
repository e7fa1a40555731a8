from typing import Annotated
from uuid import UUID

from contracts import Permission
from fastapi import APIRouter, Response
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from payments.charges.schemas import ChargeRead
from payments.refunds.errors import NotRefundable, NotUnderReview
from payments.refunds.queries import REFUNDERS
from payments.refunds.schemas import RefundCreate, RefundRead
from payments.refunds.service import create_refund
from payments.reviews import queries, service
from payments.reviews.errors import NotAcceptable
from payments.reviews.schemas import PaymentAccept

router = APIRouter(tags=["payments"])

ReviewerDep = Annotated[Principal, guard(*REFUNDERS, permissions=[Permission.REVIEW_PAYMENTS])]


@router.get(
    "/payments/{payment_id}/acceptable-charges", responses=problems(NotFound, *AUTH_PROBLEMS)
)
async def list_acceptable_charges(
    session: Session, _: ReviewerDep, payment_id: UUID
) -> list[ChargeRead]:
    """List charges the payment's money can settle; empty unless it is under review."""
    return await queries.list_acceptable(session, payment_id)


@router.post(
    "/payments/{payment_id}/accept",
    status_code=204,
    responses=problems(NotFound, NotUnderReview, NotAcceptable, *AUTH_PROBLEMS),
)
async def accept_payment(
    session: Session, _: ReviewerDep, payment_id: UUID, body: PaymentAccept
) -> Response:
    """Settle a charge with the money of a payment under review. Idempotent."""
    await service.accept_payment(session, payment_id, body)
    return Response(status_code=204)


@router.post(
    "/payments/{payment_id}/return",
    status_code=202,
    responses=problems(NotFound, NotUnderReview, NotRefundable, *AUTH_PROBLEMS),
)
async def return_payment(
    session: Session, actor: ReviewerDep, payment_id: UUID, body: RefundCreate
) -> RefundRead:
    """Refund part or all of a payment under review. It is sent within seconds."""
    return await create_refund(session, actor, payment_id, body, in_review=True)
