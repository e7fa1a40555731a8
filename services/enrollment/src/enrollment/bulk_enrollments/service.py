import hashlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.security.auth import Caller, Partner, Principal
from pydantic_core import to_json
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Integer,
    SQLColumnExpression,
    Text,
    Update,
    and_,
    cast,
    func,
    literal,
    select,
    true,
    update,
)
from sqlalchemy import column as sql_column
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlmodel import col

from enrollment.bulk_enrollments.errors import BulkEnrollmentNotFound, KeyReused
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rules import DELETED_VALUES, KEY_LIFETIME, is_due_for_deletion
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch


def build_author_columns(actor: Caller) -> dict[str, Any]:
    """Return the columns for the creator and test mode."""
    if isinstance(actor, Principal):
        return {"user_id": actor.user_id, "profile_id": actor.profile_id}
    return {"client_id": actor.client_id, "test": actor.test}


def get_payer(actor: Caller) -> tuple[UUID, UUID]:
    """Return the user and profile that owe the charge; a client's ID in both places."""
    if isinstance(actor, Principal):
        return actor.user_id, actor.profile_id
    return actor.client_id, actor.client_id


def is_own(actor: Caller) -> ColumnElement[bool]:
    """Restrict to the caller's organization; partner clients also to their test or real data."""
    scope = actor.scope
    if scope is None:
        return true()
    own = col(BulkEnrollment.organization_id) == scope
    if isinstance(actor, Partner):
        return and_(own, col(BulkEnrollment.test) == actor.test)
    return own


async def lock_bulk(session: AsyncSession, actor: Caller, bulk_id: UUID) -> BulkEnrollment:
    """Lock a bulk enrollment of the caller's organization.

    Raises `BulkEnrollmentNotFound`.
    """
    bulk = await db.lock(session, BulkEnrollment, col(BulkEnrollment.id) == bulk_id, is_own(actor))
    if bulk is None:
        raise BulkEnrollmentNotFound
    return bulk


async def find_bulk(session: AsyncSession, actor: Caller, bulk_id: UUID) -> BulkEnrollment:
    """Return a bulk enrollment of the caller's organization.

    Raises `BulkEnrollmentNotFound`.
    """
    found = await session.scalars(
        select(BulkEnrollment).where(col(BulkEnrollment.id) == bulk_id, is_own(actor))
    )
    bulk = found.one_or_none()
    if bulk is None:
        raise BulkEnrollmentNotFound
    return bulk


async def claim_next(
    session: AsyncSession, *where: ColumnElement[bool], by: SQLColumnExpression[Any] | None = None
) -> BulkEnrollment | None:
    """Claim the first bulk enrollment that meets the conditions and is not locked."""
    order = [col(BulkEnrollment.id)] if by is None else [by, col(BulkEnrollment.id)]
    claimed = await db.claim(session, BulkEnrollment, *where, order_by=order, limit=1)
    return next(iter(claimed), None)


def compute_fingerprint(*parts: bytes | str | UUID | None) -> bytes:
    """Hash a request, to recognize a retry."""
    digest = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else str(part or "").encode()
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.digest()


async def require_batch(session: AsyncSession, batch_id: UUID) -> None:
    """Raise `BatchUnknown` for an unknown or draft batch."""
    batch = await session.get(Batch, batch_id)
    if batch is None or batch.status is BatchStatus.DRAFT:
        raise BatchUnknown


async def insert_once(
    session: AsyncSession, actor: Caller, organization_id: UUID | None, **values: Any
) -> tuple[BulkEnrollment, bool]:
    """Insert a bulk enrollment; return False with the existing one if the key was used before.

    Concurrent requests with the same key wait for each other. Raises `KeyReused`, and `Invalid` if
    an admin names no organization.
    """
    owner = actor.scope or organization_id
    if owner is None:
        raise Invalid.field("organization_id", "field.missing", "Fill in this field.")
    bulk = BulkEnrollment(organization_id=owner, version=0, **build_author_columns(actor), **values)
    made = await session.scalar(
        upsert(BulkEnrollment)
        .values(bulk.model_dump(exclude={"created_at", "updated_at"}))
        .on_conflict_do_nothing(
            index_elements=["organization_id", "idempotency_key"],
            index_where=col(BulkEnrollment.idempotency_key).is_not(None),
        )
        .returning(col(BulkEnrollment.id))
    )
    if made is not None:
        return await session.get_one(BulkEnrollment, made), True
    found = await session.scalars(
        select(BulkEnrollment).where(
            col(BulkEnrollment.organization_id) == bulk.organization_id,
            col(BulkEnrollment.idempotency_key) == bulk.idempotency_key,
        )
    )
    first = found.one()
    if (first.fingerprint, first.test) != (bulk.fingerprint, bulk.test):
        raise KeyReused
    return first, False


def build_row_update(bulk_id: UUID, *where: ColumnElement[bool]) -> Update:
    """Build an UPDATE of a bulk enrollment's matching rows."""
    of_bulk = col(BulkRow.bulk_enrollment_id) == bulk_id
    return update(BulkRow).where(of_bulk, *where).execution_options(synchronize_session=False)


def build_row_errors(field: str, code: str) -> ColumnElement[Any]:
    """Build a row's `errors` with one error."""
    return literal([{"field": field, "code": code}], JSONB)


async def prefer_hash_plans(session: AsyncSession) -> None:
    """Let the transaction's statements use hash joins and hash aggregates.

    The rows are newer than the statistics: the planner expects a few and would choose nested loops
    and sorts.
    """
    await session.execute(_BY_HASHING)


_BY_HASHING = select(
    *(func.set_config(name, "off", True) for name in ("enable_nestloop", "enable_sort"))
)


def build_row_table(rows: Sequence[Any], columns: Mapping[str, Any]) -> Any:
    """Build a table expression of typed rows."""
    # One JSON parameter instead of thousands.
    sent = cast(literal(to_json(rows).decode(), Text), JSONB)
    return (
        func.jsonb_to_recordset(sent)
        .table_valued(*(sql_column(name, kind) for name, kind in columns.items()))
        .render_derived(name="given", with_types=True)
    )


async def write_rows(session: AsyncSession, bulk_id: UUID, rows: Sequence[dict[str, Any]]) -> None:
    """Update rows by number with one statement."""
    types = BulkRow.__table__.c  # type: ignore[attr-defined]
    given = build_row_table(rows, {name: types[name].type for name in rows[0]})
    numbers = literal([row["number"] for row in rows], ARRAY(Integer))
    await prefer_hash_plans(session)
    await session.execute(
        build_row_update(
            bulk_id,
            # Prevents reading all rows of the file.
            col(BulkRow.number) == func.any(numbers),
            col(BulkRow.number) == given.c.number,
        ).values({name: given.c[name] for name in rows[0] if name != "number"})
    )


async def delete_ended_people(session: AsyncSession, kept: timedelta) -> int:
    """Delete the personal data of the next file past retention; return the number of files."""
    bulk = await claim_next(session, is_due_for_deletion(kept))
    if bulk is None:
        return 0
    await session.execute(build_row_update(bulk.id).values(DELETED_VALUES))
    bulk.emptied_at = await db.now(session)
    return 1


async def delete_expired_keys(session: AsyncSession) -> int:
    """Delete expired idempotency keys and return their number."""
    claimed = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.idempotency_key).is_not(None),
        col(BulkEnrollment.created_at) < func.now() - KEY_LIFETIME,
        order_by=[col(BulkEnrollment.id)],
        limit=500,
    )
    for bulk in claimed:
        bulk.idempotency_key = None
    return len(claimed)
