"""Notify payers of payments and refunds, and admins of payments that need a decision."""

from collections.abc import Mapping

from contracts import Event, Permission
from contracts.app_routes import AppRoute
from contracts.payments import (
    ChargePaid,
    ChargeRefunded,
    DocumentKind,
    DocumentMade,
    MoneyWay,
    PaymentFailed,
    PaymentUnderReview,
    RefundFailed,
    build_charge_path,
)
from kit.database.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, Events, Handler

from notifications.notifications.service import (
    BURST_INTERVAL,
    MAX_PDF_WAIT,
    Notice,
    notify,
    notify_all,
    set_mail_link,
)
from notifications.replicas.queries import list_admin_users
from notifications.texts.models import Bilingual, Kind
from notifications.texts.service import format_moment, format_money, get_phrase

PAID = {MoneyWay.ON_ACCOUNT: Kind.CHARGE_PAID_ON_ACCOUNT}
REFUNDED = {
    MoneyWay.BANK_TRANSFER: Kind.CHARGE_REFUNDED_BY_TRANSFER,
    MoneyWay.ON_ACCOUNT: Kind.CHARGE_REFUNDED_ON_ACCOUNT,
}
"""Texts by payment method; with all others, the bank credits the refund after some days."""


async def notify_charges_paid(session: AsyncSession, events: Events) -> None:
    """Send receipts, except for charges without a payment."""
    paid = {
        event.charge_id: (event, meta)
        # A republished event must not replace the original, which is the one that notifies.
        for event, meta in sorted(events, key=lambda pair: (not pair[1].restated, pair[1].sequence))
        if event.amount_minor > 0
    }
    notices = [
        ([event.payer_user_id], _build_paid_notice(event, meta)) for event, meta in paid.values()
    ]
    await notify_all(session, notices)


def _build_paid_notice(event: ChargePaid, meta: Meta) -> Notice:
    return Notice(
        topic=f"receipt:{event.charge_id}",
        version=meta.sequence,
        kind=PAID.get(event.way, Kind.CHARGE_PAID),
        values={
            "amount": format_money(event.amount_minor, event.currency),
            "title": Bilingual(event.title_en, event.title_ar),
            "paid": format_moment(event.paid_at),
            "reference": event.reference,
        },
        link=build_charge_path(event.purpose, event.charge_id),
        at=event.paid_at,
        mail_waits=MAX_PDF_WAIT,
        restated=meta.restated,
    )


async def notify_charge_refunded(session: AsyncSession, event: ChargeRefunded, meta: Meta) -> None:
    """Notify the payer of the total refunded."""
    notice = Notice(
        topic=f"refund:{event.charge_id}",
        version=meta.sequence,
        kind=REFUNDED.get(event.way, Kind.CHARGE_REFUNDED),
        values={
            "amount": format_money(event.refunded_minor, event.currency),
            "title": Bilingual(event.title_en, event.title_ar),
            "reference": event.reference,
        },
        link=build_charge_path(event.purpose, event.charge_id),
        at=meta.time,
        mail_waits=MAX_PDF_WAIT,
        restated=meta.restated,
    )
    await notify(session, [event.payer_user_id], notice)


async def link_pdf(session: AsyncSession, event: DocumentMade, _: Meta) -> None:
    """Link the mail about a payment or refund to its PDF, unless it was sent already."""
    of = "refund" if event.kind is DocumentKind.CREDIT_NOTE else "receipt"
    link, action = f"/api/v1/receipts/mailed/{event.token}", get_phrase(f"open_{of}")
    await set_mail_link(session, event.payer_user_id, f"{of}:{event.charge_id}", link, action)


async def notify_payment_failed(session: AsyncSession, event: PaymentFailed, meta: Meta) -> None:
    """Send the link to pay again, once per charge regardless of the number of declined cards."""
    notice = Notice(
        topic=f"declined:{event.charge_id}",
        version=1,
        kind=Kind.PAYMENT_FAILED_SEAT if event.due_at else Kind.PAYMENT_FAILED,
        values={
            "amount": format_money(event.amount_minor, event.currency),
            "title": Bilingual(event.title_en, event.title_ar),
            "due": format_moment(event.due_at) if event.due_at else "",
        },
        link=f"{AppRoute.PAY}?charge={event.charge_id}",
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.payer_user_id], notice)


async def notify_payment_under_review(
    session: AsyncSession, event: PaymentUnderReview, meta: Meta
) -> None:
    """Notify admins to decide about a payment that does not match."""
    notice = Notice(
        topic=f"payment:{event.payment_id}",
        version=meta.sequence,
        kind=Kind.PAYMENT_UNDER_REVIEW,
        values={
            "received": format_money(event.received_minor, event.currency),
            "expected": format_money(event.expected_minor, event.currency),
            "reason": event.reason,
        },
        link=AppRoute.PAYMENT.format(id=event.payment_id),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await list_admin_users(session, Permission.REVIEW_PAYMENTS), notice)


async def notify_refund_failed(session: AsyncSession, event: RefundFailed, meta: Meta) -> None:
    """Notify admins of a refund that failed."""
    notice = Notice(
        topic=f"refund-failed:{event.refund_id}",
        version=meta.sequence,
        kind=Kind.REFUND_FAILED,
        values={
            "amount": format_money(event.amount_minor, event.currency),
            "title": Bilingual(event.title_en, event.title_ar),
            "reference": event.reference,
            "reason": event.reason,
        },
        link=AppRoute.PAYMENT.format(id=event.payment_id),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await list_admin_users(session, Permission.REFUND_PAYMENTS), notice)


HANDLERS: Mapping[type[Event], Handler] = {
    ChargePaid: Batched(notify_charges_paid, every=BURST_INTERVAL),
    ChargeRefunded: notify_charge_refunded,
    DocumentMade: link_pdf,
    PaymentFailed: notify_payment_failed,
    PaymentUnderReview: notify_payment_under_review,
    RefundFailed: notify_refund_failed,
}
