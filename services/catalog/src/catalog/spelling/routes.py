"""The spelling of a search that finds nothing."""

from typing import Annotated

from fastapi import APIRouter, Query
from kit.database.db import Session
from kit.web.cache import CachedRoute

from catalog.batches.schemas import SearchText
from catalog.spelling import queries
from catalog.spelling.schemas import Spelling

router = APIRouter(prefix="/trainings", tags=["trainings"], route_class=CachedRoute)


@router.get("/spelling")
async def get_spelling(session: Session, search: Annotated[SearchText, Query()]) -> Spelling:
    """What a search may have meant, by the words of the public catalogue, for when it finds
    nothing."""
    return Spelling(search=await queries.get_spelling(session, search))
