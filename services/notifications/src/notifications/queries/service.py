"""Storing queries."""

from kit.db import AsyncSession

from notifications.queries.models import Query
from notifications.queries.schemas import QueryCreate, QueryRead


async def file_query(session: AsyncSession, query: QueryCreate) -> QueryRead:
    """Keep what a visitor wrote."""
    row = Query(**query.model_dump())
    session.add(row)
    await session.flush()
    await session.refresh(row, ["created_at"])
    return QueryRead.model_validate(row)
