"""Start payment attempts and show the one the browser returns from.

A start commits the intent, calls the provider, then stores the answer.
"""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from uuid import UUID

from contracts.payments import ChargeStatus
from kit.core import failpoints
from kit.core.errors import NotFound
from kit.database import db
from kit.database.db import AsyncSession, new_id
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, func, select, update
from sqlmodel import col
from structlog import get_logger

from payments.accounts.queries import get_remaining_limit
from payments.adapters.paymob.client import Intention, Order, ProcessContext
from payments.adapters.paymob.errors import ConnectionBroken, ProviderError
from payments.adapters.paymob.signature import is_return_signed
from payments.charges.models import Charge
from payments.charges.queries import is_own, is_payable, is_visible
from payments.charges.service import lock_charge
from payments.checkout.errors import (
    AttemptInProgress,
    ChargeAlreadyPaid,
    ChargeNotOpen,
    PaymentMethodUnavailable,
    PaymentUnderReview,
    ProviderUnavailable,
    ReturnInvalid,
)
from payments.checkout.schemas import PaymentMethodRead, PaymentStarted, ReturnedPayment
from payments.config import PaymentMethod, Settings
from payments.history.queries import get_payment
from payments.payments.models import FINAL, LIVE, PAYMENT_STATES, Payment, PaymentStatus
from payments.payments.service import fail_payment, lock_payment
from payments.replicas.models import Payer
from payments.settlement.callbacks.service import process_order_callbacks
from payments.settlement.inquiries.service import (
    get_newest_outcome,
    inquire_now,
    restart_inquiries,
)
from payments.transfers import service as transfers

log = get_logger(__name__)

LEASE = timedelta(seconds=45)
"""Age after which a `created` attempt counts as abandoned by a dead process."""
MIN_REUSE_TIME = timedelta(minutes=2)
"""Minimum remaining lifetime of a hosted page for reuse."""
WAIT_SECONDS = 10.0
FIRST_INQUIRY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class _ReadyPage:
    payment_id: UUID
    client_secret: str


@dataclass(frozen=True, slots=True)
class _StartedAttempt:
    payment_id: UUID
    order: Order


async def start_payment(
    context: ProcessContext, actor: Principal, charge_id: UUID, way: PaymentMethod
) -> PaymentStarted:
    """Return the provider's page for the actor's charge, reusing an open one.

    A concurrent request waits for the first one's page.

    Raises `NotFound`, `ChargeAlreadyPaid`, `ChargeNotOpen`, `PaymentUnderReview`,
    `PaymentMethodUnavailable`, `AttemptInProgress`, and `ProviderUnavailable` after storing the
    attempt as failed.
    """
    try:
        ready = await _ready(context, actor, charge_id, way)
    except ProviderUnavailable as error:
        if not isinstance(error.__cause__, ConnectionBroken):
            raise
        # A page the provider may have opened is unreachable without its secret, so a retry can
        # safely open another.
        ready = await _ready(context, actor, charge_id, way)
    return PaymentStarted(
        payment_id=ready.payment_id,
        checkout_url=context.resources.checkout_url(ready.client_secret),
    )


async def list_ways(
    context: ProcessContext, actor: Principal, charge_id: UUID
) -> list[PaymentMethodRead]:
    """List the payment methods for the actor's charge; empty if it cannot be paid.

    Raises `NotFound`.
    """
    async with context.database.transaction() as session:
        found = (
            await session.execute(
                select(Charge, is_payable().label("payable")).where(
                    col(Charge.id) == charge_id, is_own(actor)
                )
            )
        ).first()
        if found is None:
            raise NotFound
        charge, can_be_paid = found
        if not can_be_paid:
            return []
        free_minor = await get_remaining_limit(session, actor, charge)
    offered = [
        *context.settings.list_integrations(charge.amount_minor, charge.currency),
        *transfers.list_transfer_methods(context.settings, charge),
    ]
    ways = [PaymentMethodRead(way=way) for way in offered]
    if free_minor is not None:
        ways.append(PaymentMethodRead(way=PaymentMethod.ON_ACCOUNT, free_minor=free_minor))
    return ways


async def get_return(
    context: ProcessContext, actor: Principal, params: dict[str, str]
) -> ReturnedPayment:
    """Return the attempt the browser returns from.

    The parameters can be replayed, so they only identify the attempt. An attempt that is not final
    triggers an inquiry.

    Raises `ReturnInvalid` for a wrong signature, `NotFound` if the actor may not see the attempt.
    """
    is_returned = _match_return(context.settings, params)
    async with context.database.transaction() as session:
        payment = await session.scalar(
            select(Payment)
            .join(Charge, col(Charge.id) == col(Payment.charge_id))
            .where(is_returned, is_visible(actor))
        )
    if payment is None:
        raise NotFound
    if payment.status not in FINAL:
        await inquire_now(context, payment.id)
    async with context.database.transaction() as session:
        # The payer sees the result here, so no notification is needed.
        await session.execute(
            update(Payment).where(col(Payment.id) == payment.id).values(notify_at=None)
        )
        shown = await get_payment(session, actor, payment.id)
        return ReturnedPayment(**dict(shown), inquiry=await get_newest_outcome(session, payment.id))


def _match_return(settings: Settings, params: dict[str, str]) -> ColumnElement[bool]:
    """Match the attempt by the provider's signed order number.

    If the payer left without a result, match by the ID in our return URL. Raises `ReturnInvalid`.
    """
    if "hmac" not in params and "payment" in params:
        try:
            return col(Payment.id) == UUID(params["payment"])
        except ValueError:
            raise ReturnInvalid from None
    order = params.get("order") or params.get("order_id") or ""
    is_signed = is_return_signed(params, *settings.hmac_secrets)
    if not (is_signed and order.isascii() and order.isdigit()):
        raise ReturnInvalid
    return col(Payment.order_id) == int(order)


async def _ready(
    context: ProcessContext, actor: Principal, charge_id: UUID, way: PaymentMethod
) -> _ReadyPage:
    begun = await _begin_or_wait(context, actor, charge_id, way)
    if isinstance(begun, _StartedAttempt):
        return await _open_page(context, charge_id, begun)
    return begun


async def _begin_or_wait(
    context: ProcessContext, actor: Principal, charge_id: UUID, way: PaymentMethod
) -> _ReadyPage | _StartedAttempt:
    end = monotonic() + WAIT_SECONDS
    while True:
        async with context.database.transaction() as session:
            found = await _begin(session, context.settings, actor, charge_id, way)
        if found is not None:
            return found
        if monotonic() > end:
            raise AttemptInProgress
        await asyncio.sleep(0.2)


async def _begin(
    session: AsyncSession, settings: Settings, actor: Principal, charge_id: UUID, way: PaymentMethod
) -> _ReadyPage | _StartedAttempt | None:
    """Return an open page or a new attempt's order; None while a concurrent request opens one."""
    mine = await session.scalar(
        select(col(Charge.id)).where(col(Charge.id) == charge_id, is_own(actor))
    )
    if mine is None:
        raise NotFound
    charge = await lock_charge(session, charge_id)
    now = await _check_payable(session, charge)
    integration_id = settings.list_integrations(charge.amount_minor, charge.currency).get(way)
    if integration_id is None:
        raise PaymentMethodUnavailable
    attempts = await db.lock_all(
        session,
        Payment,
        col(Payment.charge_id) == charge_id,
        order_by=[col(Payment.number)],
    )
    if any(attempt.status is PaymentStatus.UNDER_REVIEW for attempt in attempts):
        raise PaymentUnderReview
    for attempt in attempts:
        attempt.notify_at = None
        restart_inquiries(attempt, now)
    live = next((attempt for attempt in attempts if attempt.status in LIVE), None)
    if live is not None:
        if live.status is PaymentStatus.CREATED and live.created_at > now - LEASE:
            return None
        is_open = bool(live.client_secret) and live.expires_at > now + MIN_REUSE_TIME
        if live.client_secret and is_open and live.integration_id == integration_id:
            return _ReadyPage(live.id, live.client_secret)
        left = is_open or not live.client_secret
        await fail_payment(session, live, "abandoned" if left else "expired")
    # The user who pays for an organization receives the receipt.
    charge.payer_profile_id, charge.payer_user_id = actor.profile_id, actor.user_id
    payment = _new_attempt(charge, settings, way, integration_id, len(attempts) + 1, now)
    session.add(payment)
    await session.flush()
    payer = await session.get(Payer, charge.payer_profile_id)
    lifetime = int((payment.expires_at - now).total_seconds())
    order = _build_order(payment, integration_id, charge, payer, settings, lifetime)
    return _StartedAttempt(payment.id, order)


async def _check_payable(session: AsyncSession, charge: Charge) -> datetime:
    """Raise unless the charge can be paid; return the current time."""
    now, can_be_paid = (
        await session.execute(select(func.now(), is_payable()).where(col(Charge.id) == charge.id))
    ).one()
    if charge.status in (ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED):
        raise ChargeAlreadyPaid
    if not can_be_paid:
        raise ChargeNotOpen
    return now


def _new_attempt(
    charge: Charge,
    settings: Settings,
    way: PaymentMethod,
    integration_id: int,
    number: int,
    now: datetime,
) -> Payment:
    payment_id = new_id()
    expires_at = now + settings.payment_lifetime
    if charge.due_at is not None:
        expires_at = min(expires_at, charge.due_at)
    return Payment(
        id=payment_id,
        charge_id=charge.id,
        number=number,
        amount_minor=charge.amount_minor,
        currency=charge.currency,
        way=way,
        integration_id=integration_id,
        # The suffix keeps references unique at the provider across our databases.
        special_reference=f"{charge.reference}-{number}-{payment_id.hex[-8:]}",
        expires_at=expires_at,
        next_inquiry_at=now + FIRST_INQUIRY,
    )


def _build_order(
    payment: Payment,
    integration_id: int,
    charge: Charge,
    payer: Payer | None,
    settings: Settings,
    lifetime: int,
) -> Order:
    arabic = payer is not None and payer.locale == "ar"
    first, _, last = (payer.name_en or payer.name_ar if payer else "").strip().partition(" ")
    email = payer.email if payer else ""
    return Order(
        special_reference=payment.special_reference,
        amount_minor=payment.amount_minor,
        currency=payment.currency,
        title=charge.title_ar if arabic else charge.title_en,
        description=charge.reference,
        first_name=first or "NA",
        last_name=last.strip() or first or "NA",
        email=email if "@" in email else settings.fallback_email,
        phone=(payer.phone if payer else "") or "NA",
        expires_in_seconds=lifetime,
        integration_id=integration_id,
        redirection_url=settings.redirection_url(payment.id),
    )


async def _open_page(
    context: ProcessContext, charge_id: UUID, begun: _StartedAttempt
) -> _ReadyPage:
    try:
        intention = await context.resources.create_intention(begun.order)
    except ProviderError as error:
        log.warning("no intention", payment=str(begun.payment_id), error=str(error))
        async with context.database.transaction() as session:
            await lock_charge(session, charge_id)
            payment = await lock_payment(session, begun.payment_id)
            if payment.status is PaymentStatus.CREATED:
                await fail_payment(session, payment, "provider_unavailable", str(error)[:500])
        raise ProviderUnavailable from error
    failpoints.hit("payments.after_intention")
    async with context.database.transaction() as session:
        await lock_charge(session, charge_id)
        await _store(session, begun.payment_id, intention)
    return _ReadyPage(begun.payment_id, intention.client_secret)


async def _store(session: AsyncSession, payment_id: UUID, intention: Intention) -> None:
    payment = await lock_payment(session, payment_id)
    payment.intention_id = intention.id
    payment.order_id = intention.order_id
    payment.client_secret = intention.client_secret
    if payment.status is PaymentStatus.CREATED:
        PAYMENT_STATES.transition(payment, PaymentStatus.REDIRECTED)
    payment.version += 1
    await session.flush()
    await process_order_callbacks(session, intention.order_id)
