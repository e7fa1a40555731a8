"""Routes of the batches that candidates have saved."""

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

# Somebody new keeps in mind what they sign up for.
CandidateDep = Annotated[Principal, guard(ProfileType.CANDIDATE, exempt=ALL_GATES)]


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_saved_batches(session: Session, actor: CandidateDep) -> SavedBatches:
    """The ids of the candidate's saved batches, the newest first."""
    return SavedBatches(batch_ids=await queries.list_saved(session, actor.profile_id))


@router.post("", responses=problems(*AUTH_PROBLEMS))
async def create_saved_batches(
    session: Session, actor: CandidateDep, body: SavedBatches
) -> SavedBatches:
    """Save batches, such as those of somebody who signs in; all that are saved now."""
    await service.create_saved(session, actor.profile_id, body.batch_ids)
    return SavedBatches(batch_ids=await queries.list_saved(session, actor.profile_id))


@router.delete("/{batch_id}", status_code=204, responses=problems(*AUTH_PROBLEMS))
async def delete_saved_batch(session: Session, actor: CandidateDep, batch_id: UUID) -> None:
    """Keep a batch in mind no more."""
    await service.delete_saved(session, actor.profile_id, batch_id)
