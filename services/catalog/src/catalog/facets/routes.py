"""How many batches or trainings each value of a filter would find: calls of their own, so that the
lists stay as quick as they are."""

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
    """The counts beside the filters of the list of batches."""
    return JsonBytes(await queries.get_facets(session, filters, trainings=False))


@router.get("/trainings/facets", tags=["trainings"], response_model=Facets)
async def list_training_facets(
    session: Session, filters: Annotated[TrainingFilters, Query()]
) -> Response:
    """The counts beside the filters of the list of trainings: of those with a batch to come."""
    return JsonBytes(await queries.get_facets(session, filters, trainings=True))
