from typing import Annotated
from uuid import UUID

from contracts import ProfileType
from fastapi import APIRouter
from kit.core.errors import problems
from kit.database.db import Session
from kit.security.auth import ALL_GATES, AUTH_PROBLEMS, Principal, guard

from catalog.saved import queries, service
from catalog.saved.schemas import SavedBatches

router = APIRouter(prefix="/batches/saved", tags=["saved"])

# New candidates may save batches before they pass the gates.
CandidateDep = Annotated[Principal, guard(ProfileType.CANDIDATE, exempt=ALL_GATES)]


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_saved_batches(session: Session, actor: CandidateDep) -> SavedBatches:
    """List the IDs of the candidate's saved batches, newest first."""
    return SavedBatches(batch_ids=await queries.list_saved(session, actor.profile_id))


@router.post("", responses=problems(*AUTH_PROBLEMS))
async def create_saved_batches(
    session: Session, actor: CandidateDep, body: SavedBatches
) -> SavedBatches:
    """Save batches, for example those chosen before sign-in; returns all saved ones."""
    await service.create_saved(session, actor.profile_id, body.batch_ids)
    return SavedBatches(batch_ids=await queries.list_saved(session, actor.profile_id))


@router.delete("/{batch_id}", status_code=204, responses=problems(*AUTH_PROBLEMS))
async def delete_saved_batch(session: Session, actor: CandidateDep, batch_id: UUID) -> None:
    """Remove a saved batch."""
    await service.delete_saved(session, actor.profile_id, batch_id)
