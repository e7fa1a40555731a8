"""Registration fees with their periods."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID

from contracts import ProfileType
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery, Sorting
from kit.domain.timezone import today
from sqlalchemy import Row, Select, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from catalog.fees.schemas import FeeRead, FeeSort, RegistrationFeeStatus
from catalog.settings.models import RegistrationFee

SORTING = Sorting({FeeSort.VALID_FROM: col(RegistrationFee.valid_from)}, id=col(RegistrationFee.id))


async def list_fees(
    session: AsyncSession, page: PageQuery, sort: FeeSort, profile_type: ProfileType | None
) -> Page[FeeRead]:
    """List all fees, or those of one profile type."""
    filters = [col(RegistrationFee.profile_type) == profile_type] if profile_type else []
    query = ListQuery(filters, SORTING.by(sort), page=page)
    rows, meta = await query.fetch(session, _fees(), col(RegistrationFee.id))
    return Page(data=[_read(row) for row in rows], meta=meta)


async def get_fee(session: AsyncSession, fee_id: UUID) -> FeeRead:
    """Raises `NotFound`."""
    statement = _fees().where(col(RegistrationFee.id) == fee_id)
    row = (await session.execute(statement)).one_or_none()
    if row is None:
        raise NotFound
    return _read(row)


def _fees() -> Select[Any]:
    other = aliased(RegistrationFee)
    following: Any = (
        select(func.min(col(other.valid_from)))
        .where(
            col(other.profile_type) == col(RegistrationFee.profile_type),
            col(other.valid_from) > col(RegistrationFee.valid_from),
        )
        .correlate(RegistrationFee)
        .scalar_subquery()
    )
    return select(RegistrationFee, following.label("following"))


def _read(row: Row[Any]) -> FeeRead:
    fee: RegistrationFee = row.RegistrationFee
    following: date | None = row.following
    return FeeRead(
        **fee.model_dump(),
        valid_until=following - timedelta(days=1) if following else None,
        status=_status(fee.valid_from, following),
    )


def _status(begins: date, following: date | None) -> RegistrationFeeStatus:
    if begins > today():
        return RegistrationFeeStatus.PLANNED
    if following and following <= today():
        return RegistrationFeeStatus.OVER
    return RegistrationFeeStatus.IN_EFFECT
