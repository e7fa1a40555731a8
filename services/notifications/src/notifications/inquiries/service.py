"""Storing queries."""

from datetime import timedelta

from kit.db import AsyncSession, advisory_lock
from sqlalchemy import func, select
from sqlmodel import col

from notifications.queries.models import Query
from notifications.queries.schemas import QueryCreate, QueryRead

SAME_WITHIN = timedelta(days=1)


async def file_query(session: AsyncSession, query: QueryCreate) -> QueryRead:
    """Keep what a visitor wrote; the same words once more within a day are the same query."""
    await advisory_lock(session, f"query:{query.email}\n{query.subject}\n{query.message}")
    filed = await session.scalar(
        select(Query).where(
            col(Query.created_at) > func.now() - SAME_WITHIN,
            col(Query.email) == query.email,
            col(Query.subject) == query.subject,
            col(Query.message) == query.message,
        )
    )
    if filed is not None:
        return QueryRead.model_validate(filed)
    row = Query(**query.model_dump())
    session.add(row)
    await session.flush()
    await session.refresh(row, ["created_at"])
    return QueryRead.model_validate(row)
