from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from identity.sign_in.ceremonies.models import Ceremony


async def prune_ceremonies(session: AsyncSession) -> int:
    return await db.delete_portion(session, Ceremony, col(Ceremony.expires_at) < func.now())


TASKS = (Sweep("prune_ceremonies", timedelta(minutes=10), prune_ceremonies),)
