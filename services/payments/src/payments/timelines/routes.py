from uuid import UUID

from fastapi import APIRouter
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS

from payments.history.routes import PayerDep
from payments.timelines import queries
from payments.timelines.schemas import Timeline

router = APIRouter(tags=["charges"])


@router.get("/charges/{charge_id}/timeline", responses=problems(NotFound, *AUTH_PROBLEMS))
async def get_timeline(session: Session, actor: PayerDep, charge_id: UUID) -> Timeline:
    """List all events of a charge, its payments and refunds, oldest first."""
    return await queries.get_timeline(session, actor, charge_id)
