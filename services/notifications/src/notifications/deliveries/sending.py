"""One attempt at one delivery, never in a transaction."""

from kit.core import failpoints
from kit.web.app import Context
from structlog import get_logger

from notifications.config import Settings
from notifications.deliveries import service
from notifications.deliveries.channels.schemas import ClaimedDelivery, Outcome, Result, Sender

log = get_logger(__name__)


async def attempt(context: Context[Settings], sender: Sender, delivery: ClaimedDelivery) -> Outcome:
    """Send a delivery once, and store what came of it."""
    outcome = await sender.send(delivery)
    if outcome.result is Result.SENT:
        failpoints.hit("delivery.after_send")
        async with context.database.raw_connection(publishes=False) as connection:
            await service.mark_sent(connection, delivery)
        return outcome
    if outcome.result is not Result.UNVERIFIED:
        log.warning(
            "not sent", id=str(delivery.id), attempt=delivery.attempt, reason=outcome.reason
        )
    async with context.database.transaction() as session:
        await service.conclude(session, delivery, outcome)
    return outcome
