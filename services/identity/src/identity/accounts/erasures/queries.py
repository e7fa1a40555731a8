from collections.abc import Collection
from typing import Any, cast
from uuid import UUID

from contracts.identity import ErasureStatus
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery, Sorting
from kit.database.search import contains_words
from kit.security.auth import Principal
from sqlalchemy import Row, Select, exists, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from identity.accounts.accounts.models import Profile, User
from identity.accounts.erasures.errors import ErasureNotFound
from identity.accounts.erasures.models import RUNNING, Erasure
from identity.accounts.erasures.schemas import (
    ErasedPerson,
    ErasureFilter,
    ErasureRow,
    ErasureSort,
    OwnErasure,
)

_SORTING = Sorting({ErasureSort.CREATED: col(Erasure.created_at)}, id=col(Erasure.id))
_Decider = aliased(User)
_Requester = aliased(User)


async def find_own_erasure(session: AsyncSession, actor: Principal) -> OwnErasure | None:
    """Return the caller's latest request."""
    erasure = await session.scalar(
        select(Erasure)
        .where(col(Erasure.user_id) == actor.user_id)
        .order_by(col(Erasure.created_at).desc(), col(Erasure.id).desc())
        .limit(1)
    )
    if erasure is None:
        return None
    is_blocked = erasure.status is ErasureStatus.BLOCKED
    return OwnErasure(
        **erasure.model_dump(include=set(OwnErasure.model_fields) - {"obstacles"}),
        obstacles=erasure.obstacles if is_blocked else [],
    )


async def list_erasures(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    filters: ErasureFilter,
    sort: ErasureSort,
) -> Page[ErasureRow]:
    """List all requests in two queries."""
    conditions = [col(Erasure.status).in_(filters.status)] if filters.status else []
    has_words = contains_words(filters.search, col(User.search))
    query = ListQuery(conditions, _SORTING.by(sort), has_words, page)
    rows, meta = await query.fetch(session, _rows(), col(Erasure.id))
    return Page(data=[_read(row, actor) for row in rows], meta=meta)


async def get_erasure(session: AsyncSession, actor: Principal, erasure_id: UUID) -> ErasureRow:
    """Return one request.

    Raises `ErasureNotFound`.
    """
    row = (await session.execute(_rows().where(col(Erasure.id) == erasure_id))).first()
    if row is None:
        raise ErasureNotFound
    return _read(row, actor)


async def is_erasable(session: AsyncSession, user_id: UUID) -> bool:
    """Return True if the person is neither erased nor has an open request."""
    statuses = (*RUNNING, ErasureStatus.ERASED)
    found = exists().where(col(Erasure.user_id) == user_id, col(Erasure.status).in_(statuses))
    return not await session.scalar(select(found))


async def list_erased(session: AsyncSession, profile_ids: Collection[UUID]) -> set[UUID]:
    """Return the profiles among these whose people were erased."""
    found = await session.scalars(
        select(col(Profile.id))
        .join(Erasure, col(Erasure.user_id) == col(Profile.user_id))
        .where(col(Profile.id).in_(profile_ids), col(Erasure.status) == ErasureStatus.ERASED)
    )
    return set(found)


def _rows() -> Select[Any]:
    statement: Any = (
        select(
            Erasure,
            User,
            col(_Decider.name_en).label("decided_by_name_en"),
            col(_Decider.name_ar).label("decided_by_name_ar"),
            col(_Requester.name_en).label("requested_by_name_en"),
            col(_Requester.name_ar).label("requested_by_name_ar"),
        )
        .join(User, col(User.id) == col(Erasure.user_id))
        .outerjoin(_Decider, col(_Decider.id) == col(Erasure.decided_by))
        .outerjoin(_Requester, col(_Requester.id) == col(Erasure.requested_by))
    )
    return cast(Select[Any], statement)


def _read(row: Row[Any], actor: Principal) -> ErasureRow:
    erasure: Erasure = row.Erasure
    waits = erasure.status is ErasureStatus.REQUESTED
    return ErasureRow(
        **erasure.model_dump(include=set(ErasureRow.model_fields) & set(Erasure.model_fields)),
        person=ErasedPerson.model_validate(row.User, from_attributes=True),
        decided_by_name_en=row.decided_by_name_en,
        decided_by_name_ar=row.decided_by_name_ar,
        requested_by_name_en=row.requested_by_name_en,
        requested_by_name_ar=row.requested_by_name_ar,
        can_decide=waits and erasure.user_id != actor.user_id,
    )
