from typing import Any, cast
from uuid import UUID

from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery, Sorting
from kit.security.auth import Principal
from sqlalchemy import Row, Select, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.accounts.rules import mask_number
from identity.administration.confirmations.errors import ConfirmationNotFound
from identity.administration.confirmations.models import (
    Confirmation,
    ConfirmationKind,
    ConfirmationStatus,
)
from identity.administration.confirmations.schemas import (
    ConfirmationFilter,
    ConfirmationRow,
    ConfirmationSort,
    DetailChangeRead,
    PendingConfirmation,
)

_SORTING = Sorting(
    {ConfirmationSort.CREATED: col(Confirmation.created_at)}, id=col(Confirmation.id)
)
_Decider = aliased(User)
_MASKED = {"civil_number", "passport_number"}


async def list_confirmations(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    filters: ConfirmationFilter,
    sort: ConfirmationSort,
) -> Page[ConfirmationRow]:
    """List the requests with their requesters and deciders."""
    conditions = [col(Confirmation.status).in_(filters.status)] if filters.status else []
    query = ListQuery(conditions, _SORTING.by(sort), page=page)
    rows, meta = await query.fetch(session, _rows(), col(Confirmation.id))
    return Page(data=[_read(row, actor) for row in rows], meta=meta)


async def get_confirmation(
    session: AsyncSession, actor: Principal, confirmation_id: UUID
) -> ConfirmationRow:
    """Return one request.

    Raises `ConfirmationNotFound`.
    """
    own = col(Confirmation.id) == confirmation_id
    row = (await session.execute(_rows().where(own))).first()
    if row is None:
        raise ConfirmationNotFound
    return _read(row, actor)


async def find_pending(
    session: AsyncSession, kind: ConfirmationKind, subject_id: UUID
) -> PendingConfirmation | None:
    """Find the open request about a record."""
    found = await session.scalar(
        select(Confirmation).where(
            col(Confirmation.kind) == kind,
            col(Confirmation.subject_id) == subject_id,
            col(Confirmation.status) == ConfirmationStatus.OPEN,
            col(Confirmation.expires_at) > func.now(),
        )
    )
    return PendingConfirmation.model_validate(found, from_attributes=True) if found else None


def _rows() -> Select[Any]:
    statement: Any = (
        select(
            Confirmation,
            User,
            col(_Decider.name_en).label("decided_by_name_en"),
            col(_Decider.name_ar).label("decided_by_name_ar"),
            (col(Confirmation.expires_at) <= func.now()).label("is_over"),
        )
        .join(User, col(User.id) == col(Confirmation.requested_by))
        .outerjoin(_Decider, col(_Decider.id) == col(Confirmation.decided_by))
    )
    return cast(Select[Any], statement)


def _read(row: Row[Any], actor: Principal) -> ConfirmationRow:
    found: Confirmation = row.Confirmation
    is_open = found.status is ConfirmationStatus.OPEN and not row.is_over
    status = ConfirmationStatus.EXPIRED if row.is_over and not found.decided_at else found.status
    summary = found.summary
    return ConfirmationRow(
        **found.model_dump(
            include=set(ConfirmationRow.model_fields) & set(Confirmation.model_fields) - {"status"}
        ),
        status=status,
        subject_name_en=summary.get("name_en", ""),
        subject_name_ar=summary.get("name_ar", ""),
        changes=[_read_change(change) for change in summary.get("changes", [])],
        requested_by_name_en=row.User.name_en,
        requested_by_name_ar=row.User.name_ar,
        decided_by_name_en=row.decided_by_name_en,
        decided_by_name_ar=row.decided_by_name_ar,
        can_confirm=is_open and actor.user_id not in (found.requested_by, found.user_id),
    )


def _read_change(change: dict[str, str | None]) -> DetailChangeRead:
    read = DetailChangeRead.model_validate(change)
    if read.field in _MASKED:
        read.before, read.after = mask_number(read.before), mask_number(read.after)
    return read
