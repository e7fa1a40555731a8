"""What the active profile owes, and paying it."""

from typing import Annotated
from uuid import UUID

from contracts.enrollment import ChargePurpose
from fastapi import APIRouter, Query
from kit.auth import AUTH_PROBLEMS, BEFORE_PAYMENT, Principal, guard
from kit.db import Session
from kit.errors import NotFound, problems
from kit.pages import Page, Paging
from kit.telemetry import Patient

from payments.charges import reading
from payments.charges.models import ChargeStatus
from payments.charges.schemas import ChargeDetail, ChargeRead
from payments.payments import starting
from payments.payments.schemas import PaymentStarted
from payments.provider import Running

router = APIRouter(tags=["charges"])

# Whoever is not approved or has not paid yet must be able to pay.
Payer = Annotated[Principal, guard(exempt=BEFORE_PAYMENT)]


@router.get("/charges", responses=problems(*AUTH_PROBLEMS))
async def list_charges(
    session: Session,
    actor: Payer,
    page: Paging,
    status: Annotated[list[ChargeStatus] | None, Query()] = None,
    purpose: ChargePurpose | None = None,
) -> Page[ChargeRead]:
    """What the active profile owes and has paid, newest first."""
    return await reading.list_charges(session, actor, page, status=status or [], purpose=purpose)


@router.get("/charges/{charge_id}", responses=problems(NotFound, *AUTH_PROBLEMS))
async def get_charge(session: Session, actor: Payer, charge_id: UUID) -> ChargeDetail:
    """A charge with its attempts, its refunds and its receipt."""
    return await reading.read_charge(session, actor, charge_id)


@router.post(
    "/charges/{charge_id}/payments",
    status_code=201,
    responses=problems(*starting.START_PROBLEMS, *AUTH_PROBLEMS),
    dependencies=[Patient],
)
async def start_payment(running: Running, actor: Payer, charge_id: UUID) -> PaymentStarted:
    """Start an attempt, or go on with the one whose page is still open."""
    return await starting.start_payment(running, actor, charge_id)
