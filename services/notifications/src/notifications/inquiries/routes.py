"""`/queries`: the public contact form. The gateway limits how often one address may post."""

from fastapi import APIRouter, status
from kit.db import Session

from notifications.queries import service
from notifications.queries.schemas import QueryCreate, QueryRead

router = APIRouter(tags=["queries"])


@router.post("/queries", status_code=status.HTTP_201_CREATED)
async def file_query(session: Session, body: QueryCreate) -> QueryRead:
    """File a query; no account is needed."""
    return await service.file_query(session, body)
