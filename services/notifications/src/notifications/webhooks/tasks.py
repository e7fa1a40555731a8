"""Sends the messages that are due, and deletes old ones."""

import asyncio
from datetime import timedelta

from kit import db
from kit.app import Context
from kit.db import AsyncSession
from sqlalchemy import func
from sqlmodel import col

from notifications.config import Settings
from notifications.webhooks.models import WebhookDelivery
from notifications.webhooks.sending import attempt, claim

KEEP = timedelta(days=30)
"""As long as somebody may ask what was sent."""


async def send_due(context: Context[Settings]) -> int:
    """Send what is due, several at once; how many. Any number of copies may do it at once."""
    async with context.database.transaction() as session:
        claimed = await claim(session, context.settings.sealing_secrets)
    await asyncio.gather(*(attempt(context, message) for message in claimed))
    return len(claimed)


async def prune(session: AsyncSession) -> int:
    """Delete what was queued 30 days ago, by when it has long ended; how many."""
    is_old = col(WebhookDelivery.created_at) < func.now() - KEEP
    return await db.delete_portion(session, WebhookDelivery, is_old)
