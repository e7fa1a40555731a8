from uuid import UUID

from fastapi import APIRouter
from kit.core.errors import problems
from kit.database.db import Session

from enrollment.replicas.errors import BatchUnknown
from enrollment.seats import queries
from enrollment.seats.schemas import SeatsRead

router = APIRouter(prefix="/seats", tags=["seats"])


@router.get("/{batch_id}", responses=problems(BatchUnknown))
async def get_seats(session: Session, batch_id: UUID) -> SeatsRead:
    """Get a published batch's seat counts."""
    return await queries.get_seats(session, batch_id)
