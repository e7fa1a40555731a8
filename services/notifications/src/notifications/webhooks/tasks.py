"""Deletes old messages."""

from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from notifications.webhooks.models import WebhookDelivery

KEEP = timedelta(days=30)
"""As long as somebody may ask what was sent."""


async def prune_webhooks(session: AsyncSession) -> int:
    """Delete what was queued 30 days ago, by when it has long ended; how many."""
    is_old = col(WebhookDelivery.created_at) < func.now() - KEEP
    return await db.delete_portion(session, WebhookDelivery, is_old)


TASKS = (Sweep("prune_webhooks", timedelta(hours=1), prune_webhooks),)
