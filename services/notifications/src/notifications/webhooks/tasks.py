"""Delete old messages."""

from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from notifications.webhooks.models import WebhookDelivery
from notifications.webhooks.rules import RETENTION


async def prune_webhooks(session: AsyncSession) -> int:
    """Delete messages queued 30 days ago, all of which have ended; return their number."""
    is_old = col(WebhookDelivery.created_at) < func.now() - RETENTION
    return await db.delete_portion(session, WebhookDelivery, is_old)


TASKS = (Sweep("prune_webhooks", timedelta(hours=1), prune_webhooks),)
