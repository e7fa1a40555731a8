from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from identity.accounts.account_changes.models import AccountChange
from identity.accounts.account_changes.rules import RETENTION


async def prune_account_changes(session: AsyncSession) -> int:
    """Delete changes a month after their link expired. The audit trail keeps them."""
    return await db.delete_portion(
        session, AccountChange, col(AccountChange.expires_at) < func.now() - RETENTION
    )


TASKS = (Sweep("prune_account_changes", timedelta(hours=1), prune_account_changes),)
