"""Spelling suggestions."""

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
    """Suggest a spelling for a search without results, from words of the public catalogue."""
    return Spelling(search=await queries.get_spelling(session, search))
