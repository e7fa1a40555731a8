"""Repeat failed deliveries, and process the mail provider's reports."""

from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import run_after_commit
from sqlmodel import col

from notifications.addresses.models import Mark
from notifications.addresses.schemas import MailReport
from notifications.addresses.service import mark_address, unmark_addresses
from notifications.config import SEND
from notifications.deliveries.errors import DeliveryNotFound, DeliveryNotRepeatable
from notifications.deliveries.models import DELIVERY_STATES, Channel, Delivery, DeliveryStatus
from notifications.deliveries.queries import FAILED, get_row
from notifications.deliveries.schemas import DeliveryRow

REPORTED = {Mark.BOUNCE: "bounced", Mark.COMPLAINT: "called spam"}


async def process_report(session: AsyncSession, report: MailReport) -> None:
    """Mark the reported address and fail its mail. Idempotent."""
    reason = await mark_address(session, report)
    delivery_id = _parse_message_id(report.message_id or "")
    if reason is None or delivery_id is None:
        return
    said = f"{REPORTED[reason]}: {report.detail}"[:500]
    await session.execute(
        DELIVERY_STATES.transition_all(DeliveryStatus.SENT, DeliveryStatus.FAILED)
        .where(col(Delivery.id) == delivery_id, col(Delivery.channel) == Channel.EMAIL)
        .values(last_error=said)
    )


async def repeat_delivery(session: AsyncSession, delivery_id: UUID) -> DeliveryRow:
    """Queue a failed or suppressed delivery again, with the full retry period.

    A mail's recipient address is unmarked first. Raises `DeliveryNotFound`,
    `DeliveryNotRepeatable`.
    """
    delivery = await db.lock(session, Delivery, col(Delivery.id) == delivery_id)
    if delivery is None:
        raise DeliveryNotFound
    if delivery.status not in FAILED or delivery.content is None:
        raise DeliveryNotRepeatable
    row = await get_row(session, delivery_id)
    if row.mark is not None and row.address:
        await unmark_addresses(session, [row.address])
    DELIVERY_STATES.transition(delivery, DeliveryStatus.QUEUED)
    delivery.next_attempt_at = delivery.created_at = await db.now(session)
    delivery.unanswered = 0
    delivery.last_error = None
    await session.flush()
    run_after_commit(session, SEND)
    return await get_row(session, delivery_id)


def _parse_message_id(message_id: str) -> UUID | None:
    """Return the delivery ID in one of our Message-IDs, if it is one."""
    try:
        return UUID(message_id.strip("<> ").partition("@")[0])
    except ValueError:
        return None
