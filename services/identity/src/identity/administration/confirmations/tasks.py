from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from identity.administration.confirmations.models import Confirmation, ConfirmationStatus
from identity.administration.confirmations.rules import RETENTION
from identity.administration.confirmations.service import expire_confirmations


async def prune_confirmations(session: AsyncSession) -> int:
    """Delete closed requests after 90 days. The audit trail keeps the changes."""
    return await db.delete_portion(
        session,
        Confirmation,
        col(Confirmation.status) != ConfirmationStatus.OPEN,
        col(Confirmation.created_at) < func.now() - RETENTION,
    )


TASKS = (
    Sweep("expire_confirmations", timedelta(minutes=10), expire_confirmations),
    Sweep("prune_confirmations", timedelta(hours=1), prune_confirmations),
)
