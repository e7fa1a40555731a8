from uuid import UUID

from fastapi import APIRouter
from kit.core.errors import NotFound, problems
from kit.security.auth import AUTH_PROBLEMS
from kit.telemetry.instrumentation import LongRunning
from kit.web.idempotency import repeatable

from payments.adapters.paymob.client import ContextDep
from payments.checkout import service
from payments.checkout.errors import (
    AttemptInProgress,
    ChargeAlreadyPaid,
    ChargeNotOpen,
    PaymentMethodUnavailable,
    PaymentUnderReview,
    ProviderUnavailable,
    ReturnInvalid,
)
from payments.checkout.schemas import (
    PaymentMethodRead,
    PaymentReturn,
    PaymentStart,
    PaymentStarted,
    ReturnedPayment,
)
from payments.config import PaymentMethod
from payments.history.routes import PayerDep

router = APIRouter()


@router.post(
    "/charges/{charge_id}/payments",
    status_code=201,
    tags=["charges"],
    responses=problems(
        NotFound,
        ChargeAlreadyPaid,
        ChargeNotOpen,
        PaymentUnderReview,
        PaymentMethodUnavailable,
        AttemptInProgress,
        ProviderUnavailable,
        *AUTH_PROBLEMS,
    ),
    dependencies=[LongRunning],
)
@repeatable
async def start_payment(
    context: ContextDep, actor: PayerDep, charge_id: UUID, body: PaymentStart | None = None
) -> PaymentStarted:
    """Start a payment, or resume the one whose page is still open. The default method is card.

    Choosing another method replaces the open page.
    """
    way = (body or PaymentStart()).way
    return await service.start_payment(context, actor, charge_id, way)


@router.get("/payment-methods", tags=["payments"])
async def list_payment_methods(context: ContextDep) -> list[PaymentMethod]:
    """List the configured payment methods, for pages that show them before a price."""
    return context.settings.payment_methods


@router.get(
    "/charges/{charge_id}/ways", tags=["charges"], responses=problems(NotFound, *AUTH_PROBLEMS)
)
async def list_ways(
    context: ContextDep, actor: PayerDep, charge_id: UUID
) -> list[PaymentMethodRead]:
    """List the methods available for a charge's amount and currency; empty if it is not open."""
    return await service.list_ways(context, actor, charge_id)


@router.post(
    "/payments/return",
    tags=["payments"],
    responses=problems(NotFound, ReturnInvalid, *AUTH_PROBLEMS),
    dependencies=[LongRunning],
)
async def get_payment_return(
    context: ContextDep, actor: PayerDep, body: PaymentReturn
) -> ReturnedPayment:
    """Get the payment the browser returned from. This never settles a charge."""
    return await service.get_return(context, actor, body.params)
