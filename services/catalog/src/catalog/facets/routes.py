"""Facet counts, as separate calls so that lists stay fast."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from kit.database.db import Session

from catalog.answers.queries import JsonBytes
from catalog.batches.schemas import BatchFilters
from catalog.batches.seat_changes.queries import SeatsRoute
from catalog.facets import queries
from catalog.facets.schemas import Facets
from catalog.offers.schemas import TrainingFilters

router = APIRouter(route_class=SeatsRoute)


@router.get("/batches/facets", tags=["batches"], response_model=Facets)
async def list_batch_facets(
    session: Session, filters: Annotated[BatchFilters, Query()]
) -> Response:
    """Return the counts beside the filters of the list of batches."""
    return JsonBytes(await queries.get_facets(session, filters, trainings=False))


@router.get("/trainings/facets", tags=["trainings"], response_model=Facets)
async def list_training_facets(
    session: Session, filters: Annotated[TrainingFilters, Query()]
) -> Response:
    """Return the counts beside the filters of the list of trainings, for those with a
    coming batch."""
    return JsonBytes(await queries.get_facets(session, filters, trainings=True))
