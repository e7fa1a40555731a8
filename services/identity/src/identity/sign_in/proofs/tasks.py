from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from identity.sign_in.proofs.models import UsedProof


async def prune_proofs(session: AsyncSession) -> int:
    return await db.delete_portion(session, UsedProof, col(UsedProof.expires_at) < func.now())


TASKS = (Sweep("prune_proofs", timedelta(minutes=10), prune_proofs),)
