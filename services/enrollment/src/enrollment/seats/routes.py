"""The seats of a batch, for everybody."""

from uuid import UUID

from fastapi import APIRouter
from kit.db import Session
from kit.errors import problems

from enrollment.replicas.errors import BatchUnknown
from enrollment.seats import service
from enrollment.seats.schemas import SeatsRead

router = APIRouter(prefix="/seats", tags=["seats"])


@router.get("/{batch_id}", responses=problems(BatchUnknown))
async def read_seats(session: Session, batch_id: UUID) -> SeatsRead:
    """How full a published batch is."""
    return await service.read_seats(session, batch_id)
