from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from identity.sign_in.otps.models import Otp
from identity.sign_in.otps.rules import RETENTION


async def prune_otps(session: AsyncSession) -> int:
    """Delete codes older than a day. Limits look back an hour."""
    return await db.delete_portion(session, Otp, col(Otp.created_at) < func.now() - RETENTION)


TASKS = (Sweep("prune_otps", timedelta(minutes=10), prune_otps),)
