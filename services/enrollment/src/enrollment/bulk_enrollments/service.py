"""What all steps of a bulk enrollment share: who calls, locks, idempotency keys, many rows."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession, new_id
from kit.security.auth import Caller, Partner, Principal
from pydantic_core import to_json
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Integer,
    Text,
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
from enrollment.bulk_enrollments.rules import EMPTIED
from enrollment.bulk_enrollments.states import ENDED
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch


def organization_for(actor: Caller, named: UUID | None) -> UUID:
    """The caller's own organization, or the one that an admin names.

    Raises `Invalid` when an admin names none.
    """
    organization_id = actor.scope or named
    if organization_id is None:
        raise Invalid.field("organization_id", "required", "This field is required.")
    return organization_id


def author_of(actor: Caller) -> dict[str, Any]:
    """The columns that say who began it, and whether it is a test."""
    if isinstance(actor, Principal):
        return {"user_id": actor.user_id, "profile_id": actor.profile_id, "client_id": None}
    by_client = {"user_id": None, "profile_id": None, "client_id": actor.client_id}
    return by_client | {"test": actor.test}


def is_test(actor: Caller) -> bool:
    """Whether a test client calls."""
    return isinstance(actor, Partner) and actor.test


def payer_of(actor: Caller) -> tuple[UUID, UUID]:
    """The user and the profile, or the client in both places, who owe the charge."""
    if isinstance(actor, Principal):
        return actor.user_id, actor.profile_id
    return actor.client_id, actor.client_id


def is_own(actor: Caller) -> ColumnElement[bool]:
    """A program is shown tests, or all else: what it goes on with it has begun."""
    scope = actor.scope
    if scope is None:
        return true()
    own = col(BulkEnrollment.organization_id) == scope
    if isinstance(actor, Partner):
        return and_(own, col(BulkEnrollment.test) == actor.test)
    return own


async def lock_bulk(session: AsyncSession, actor: Caller, bulk_id: UUID) -> BulkEnrollment:
    """One of the caller's organization, locked. Raises `BulkEnrollmentNotFound`."""
    bulk = await db.lock(session, BulkEnrollment, col(BulkEnrollment.id) == bulk_id, is_own(actor))
    if bulk is None:
        raise BulkEnrollmentNotFound
    return bulk


async def find_bulk(session: AsyncSession, actor: Caller, bulk_id: UUID) -> BulkEnrollment:
    """One of the caller's organization. Raises `BulkEnrollmentNotFound`."""
    found = await session.scalars(
        select(BulkEnrollment).where(col(BulkEnrollment.id) == bulk_id, is_own(actor))
    )
    bulk = found.one_or_none()
    if bulk is None:
        raise BulkEnrollmentNotFound
    return bulk


def fingerprint_of(*parts: bytes | str | UUID | None) -> bytes:
    """By which a repeated call is known."""
    digest = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else str(part or "").encode()
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.digest()


async def require_batch(session: AsyncSession, batch_id: UUID) -> None:
    """Raises `BatchUnknown` for a batch that nobody knows of."""
    batch = await session.get(Batch, batch_id)
    if batch is None or batch.status is BatchStatus.DRAFT:
        raise BatchUnknown


async def claim_key(session: AsyncSession, bulk: BulkEnrollment) -> UUID | None:
    """Insert it, unless its key was used before: then the id of the first.

    Whoever calls with the same key at the same moment waits here for the other's end.
    """
    bulk.id = new_id()
    values = bulk.model_dump(exclude={"created_at", "updated_at"})
    made = await session.scalar(
        upsert(BulkEnrollment)
        .values(values)
        .on_conflict_do_nothing(
            index_elements=["organization_id", "idempotency_key"],
            index_where=col(BulkEnrollment.idempotency_key).is_not(None),
        )
        .returning(col(BulkEnrollment.id))
    )
    if made is not None:
        return None
    found = await session.execute(
        select(
            col(BulkEnrollment.id), col(BulkEnrollment.fingerprint), col(BulkEnrollment.test)
        ).where(
            col(BulkEnrollment.organization_id) == bulk.organization_id,
            col(BulkEnrollment.idempotency_key) == bulk.idempotency_key,
        )
    )
    first, fingerprint, test = found.one()
    if (fingerprint, test) != (bulk.fingerprint, bulk.test):
        raise KeyReused
    assert isinstance(first, UUID)
    return first


async def plan_for_many(session: AsyncSession) -> None:
    """Let the statements of this transaction join and group by hashing.

    The rows are newer than the table's statistics: the planner expects a handful, and would compare
    each of ten thousand with each, and sort them to count a few.
    """
    await session.execute(_BY_HASHING)


_BY_HASHING = select(
    *(func.set_config(name, "off", True) for name in ("enable_nestloop", "enable_sort"))
)


def given_rows(rows: Sequence[Any], columns: Mapping[str, Any]) -> Any:
    """Rows that a statement is given, as a table of these columns with their types."""
    # As one text: thousands of parameters would each be put into the statement by themselves.
    sent = cast(literal(to_json(rows).decode(), Text), JSONB)
    return (
        func.jsonb_to_recordset(sent)
        .table_valued(*(sql_column(name, kind) for name, kind in columns.items()))
        .render_derived(name="given", with_types=True)
    )


async def write_rows(session: AsyncSession, bulk_id: UUID, rows: Sequence[dict[str, Any]]) -> None:
    """Write these columns of these rows with one statement; each has its `number`."""
    types = BulkRow.__table__.c  # type: ignore[attr-defined]
    given = given_rows(rows, {name: types[name].type for name in rows[0]})
    numbers = literal([row["number"] for row in rows], ARRAY(Integer))
    await plan_for_many(session)
    await session.execute(
        update(BulkRow)
        .where(
            col(BulkRow.bulk_enrollment_id) == bulk_id,
            # So that these alone are read, and not all of the file.
            col(BulkRow.number) == func.any(numbers),
            col(BulkRow.number) == given.c.number,
        )
        .values({name: given.c[name] for name in rows[0] if name != "number"})
        .execution_options(synchronize_session=False)
    )


def is_of_portion(bulk_id: UUID, portion: UUID) -> tuple[ColumnElement[bool], ...]:
    return col(BulkRow.bulk_enrollment_id) == bulk_id, col(BulkRow.portion) == portion


async def empty_ended(session: AsyncSession, kept: timedelta) -> int:
    """Empty the rows of the next file that ended so long ago; how many files."""
    claimed = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.status).in_(ENDED),
        col(BulkEnrollment.emptied_at).is_(None),
        col(BulkEnrollment.updated_at) <= func.now() - kept,
        order_by=[col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in claimed:
        await session.execute(
            update(BulkRow)
            .where(col(BulkRow.bulk_enrollment_id) == bulk.id)
            .values(EMPTIED)
            .execution_options(synchronize_session=False)
        )
        bulk.emptied_at = await db.now(session)
    return len(claimed)


async def forget_keys(session: AsyncSession) -> int:
    """Forget the keys of two days ago; how many."""
    old = (
        select(col(BulkEnrollment.id))
        .where(
            col(BulkEnrollment.idempotency_key).is_not(None),
            col(BulkEnrollment.created_at) < func.now() - func.make_interval(0, 0, 0, 2),
        )
        .limit(500)
        .with_for_update(skip_locked=True)
        .cte("old")
    )
    forgotten = await session.scalars(
        update(BulkEnrollment)
        .where(col(BulkEnrollment.id) == old.c.id)
        .values(idempotency_key=None)
        .returning(col(BulkEnrollment.id))
        .execution_options(synchronize_session=False)
    )
    return len(forgotten.all())
