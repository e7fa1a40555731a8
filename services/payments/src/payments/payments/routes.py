"""Attempts: the dashboard's list, one attempt, and the way back from the provider."""

from typing import Annotated
from uuid import UUID

from contracts import Permission
from fastapi import APIRouter, Query
from kit.auth import AUTH_PROBLEMS, BEFORE_PAYMENT, Principal, guard
from kit.db import Session
from kit.errors import NotFound, problems
from kit.pages import Page, Paging
from kit.telemetry import Patient

from payments.access import VIEWERS
from payments.payments import reading
from payments.payments.reading import PaymentFilter, ReturnInvalid, Sort
from payments.payments.schemas import PaymentDetail, PaymentReturn, PaymentRow
from payments.provider import Running

router = APIRouter(tags=["payments"])

Payer = Annotated[Principal, guard(exempt=BEFORE_PAYMENT)]
Viewer = Annotated[Principal, guard(*VIEWERS, permissions=[Permission.VIEW_PAYMENTS])]


@router.get("/payments", responses=problems(*AUTH_PROBLEMS))
async def list_payments(
    session: Session,
    actor: Viewer,
    page: Paging,
    wanted: Annotated[PaymentFilter, Query()],
    sort: Sort = "-created_at",
) -> Page[PaymentRow]:
    """Attempts to pay what the organization is owed, and one's own; an admin sees all."""
    return await reading.list_payments(session, actor, page, wanted, sort)


@router.post(
    "/payments/return",
    responses=problems(NotFound, ReturnInvalid, *AUTH_PROBLEMS),
    dependencies=[Patient],
)
async def read_payment_return(running: Running, actor: Payer, body: PaymentReturn) -> PaymentDetail:
    """What became of the payment that the browser comes back from. Never settles anything."""
    return await reading.read_return(running, actor, body.params)


@router.get("/payments/{payment_id}", responses=problems(NotFound, *AUTH_PROBLEMS))
async def get_payment(session: Session, actor: Payer, payment_id: UUID) -> PaymentDetail:
    """An attempt, the payer's own or one of the viewer's organization."""
    return await reading.read_payment(session, actor, payment_id)
