"""What people and partner clients do with a bulk enrollment before it is confirmed, and its end."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import BulkEnrollmentStatus as Status
from kit.core.errors import MAX_FIELDS, FieldProblem, Invalid
from kit.core.failpoints import hit
from kit.database import db
from kit.database.db import AsyncSession, new_id
from kit.messaging.cooperative import in_turns
from kit.security.auth import Caller
from kit.spreadsheets.sheets import OpenSheet, Rows, find_columns, without_examples
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlmodel import col

from enrollment.bulk_enrollments.callers import author_of, organization_for
from enrollment.bulk_enrollments.checks import fill_rows
from enrollment.bulk_enrollments.columns import (
    COLUMNS,
    NAMES,
    is_complete,
    may_hide_numbers,
)
from enrollment.bulk_enrollments.errors import BulkRefused, KeyReused
from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkMapping, BulkRow
from enrollment.bulk_enrollments.queries import lock_bulk
from enrollment.bulk_enrollments.schemas import (
    BulkEnrollmentCreate,
    BulkMappingUpdate,
    BulkPerson,
    BulkRowsUpdate,
)
from enrollment.bulk_enrollments.settle import end_unpaid
from enrollment.bulk_enrollments.states import CANCELLABLE, TO_MEND, RowState
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch


class Upload(NamedTuple):
    """What was sent: a file's content, or what a call's rows are as one."""

    sheet: OpenSheet
    file_name: str
    locale: str
    batch_id: UUID | None
    organization_id: UUID | None
    fingerprint: bytes
    key: str | None
    """The `Idempotency-Key`."""


def fingerprint_of(*parts: bytes | str | UUID | None) -> bytes:
    """By which a repeated call is known."""
    digest = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else str(part or "").encode()
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.digest()


async def as_upload(form: BulkEnrollmentCreate, key: str | None) -> Upload:
    """A call's rows as a file of all columns.

    Raises `Invalid` for rows that are none. What is wrong with cells is found by the check.
    """
    rows: list[Rows] = []
    portions: list[bytes] = []
    async for first in in_turns(range(0, len(form.rows), _ROWS_A_TURN), steps=1):
        people = _validated(form.rows[first : first + _ROWS_A_TURN], first)
        portions.append(_PEOPLE.dump_json(people)[1:-1])
        numbers = range(first + 1, first + 1 + len(people))
        cells = [[getattr(each, name) for name in NAMES] for each in people]
        rows.append(Rows(numbers, cells, [to_json(line).decode() for line in cells]))
    # The form as one JSON, as which it is known since before it was read in portions.
    head = form.model_dump_json(exclude={"rows"}).removesuffix("}").encode()
    return Upload(
        sheet=OpenSheet(list(NAMES), in_turns(rows, steps=1)),
        file_name="",
        locale=form.locale,
        batch_id=form.batch_id,
        organization_id=form.organization_id,
        fingerprint=fingerprint_of(head + b',"rows":[' + b",".join(portions) + b"]}"),
        key=key,
    )


_PEOPLE = TypeAdapter(list[BulkPerson])
_ROWS_A_TURN = 100
"""They take less than a millisecond."""


def _validated(rows: Sequence[Any], first: int) -> list[BulkPerson]:
    """Some rows of a call, of which the first stands at `first`."""
    try:
        return _PEOPLE.validate_python(rows)
    except ValidationError as error:
        raise Invalid(
            fields=[
                FieldProblem(
                    field=_field(first, each["loc"]), code=each["type"], message=each["msg"]
                )
                for each in error.errors()[:MAX_FIELDS]
            ]
        ) from None


def _field(first: int, place: tuple[int | str, ...]) -> str:
    row, *path = place
    return ".".join(map(str, ("rows", first + int(row), *path)))


async def create_bulk_enrollment(session: AsyncSession, actor: Caller, upload: Upload) -> UUID:
    """Take over a file or a call; its id. A repeated call with the same key answers the first's.

    Raises `KeyReused` when the key was used for something else, `BatchUnknown`, and `Invalid` when
    an admin names no organization.
    """
    if upload.batch_id is not None:
        await require_batch(session, upload.batch_id)
    bulk = BulkEnrollment(
        organization_id=organization_for(actor, upload.organization_id),
        batch_id=upload.batch_id,
        status=Status.MAPPING,
        file_name=upload.file_name[:255],
        locale=upload.locale,
        headings=upload.sheet.headings,
        mapping={},
        idempotency_key=upload.key,
        fingerprint=upload.fingerprint,
        version=0,
        **author_of(actor),
    )
    first = await claim_key(session, bulk)
    if first is not None:
        return first
    await _fill(session, bulk, upload.sheet)
    hit("bulk_enrollments.created")
    return bulk.id


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


async def _fill(session: AsyncSession, made: BulkEnrollment, sheet: OpenSheet) -> None:
    """Store the rows; where the columns are known, checked each by itself."""
    bulk = await session.get_one(BulkEnrollment, made.id)
    bulk.headings = sheet.headings
    remembered = await _remembered_mapping(session, bulk)
    bulk.mapping = remembered or dict(find_columns(bulk.headings, COLUMNS))
    bulk.row_count = bulk.valid = bulk.invalid = 0
    bulk.unasked, bulk.unanswered = [], []
    complete = is_complete(bulk.mapping, one_batch=bulk.batch_id is not None)
    certain = remembered or not may_hide_numbers(bulk.headings, bulk.mapping)
    if complete and certain:
        await fill_rows(session, bulk, _counted(sheet.rows, bulk))
        status = Status.CHECKING
    else:
        columns = ("bulk_enrollment_id", "number", "cells", "state")
        await db.copy(session, BulkRow, columns, _unchecked(_counted(sheet.rows, bulk), bulk))
        status = Status.MAPPING
    if not bulk.row_count:
        message = "There are no rows below the headings."
        raise Invalid.field("file", "sheet.empty", message)
    await change_status(session, bulk, status)


async def _counted(rows: AsyncIterator[Rows], bulk: BulkEnrollment) -> AsyncIterator[Rows]:
    """The rows without the template's example, of which the file then knows how many they are."""
    width = len(bulk.headings)
    async for some in rows:
        kept = without_examples(some, bulk.mapping, COLUMNS)
        bulk.row_count += len(kept.numbers)
        width = max(width, len(some.cells[-1]))
        yield kept
    # A column may begin below a heading that is empty.
    bulk.headings = [*bulk.headings, *[""] * (width - len(bulk.headings))]


async def _unchecked(
    rows: AsyncIterator[Rows], bulk: BulkEnrollment
) -> AsyncIterator[tuple[UUID, int, str, RowState]]:
    async for numbers, _, texts in rows:
        for number, text in zip(numbers, texts, strict=True):
            yield bulk.id, number, text, RowState.UNCHECKED


async def _remembered_mapping(session: AsyncSession, bulk: BulkEnrollment) -> dict[str, int] | None:
    """Which column stands where, as the organization has said of such headings."""
    key = (bulk.organization_id, fingerprint_of(*bulk.headings))
    found = await session.get(BulkMapping, key)
    return found.mapping if found else None


async def update_mapping(
    session: AsyncSession, actor: Caller, bulk_id: UUID, form: BulkMappingUpdate
) -> None:
    """Say which column stands where, for this file and the organization's next with such headings.

    Raises `BulkEnrollmentNotFound`, `BulkRefused`, `Invalid`.
    """
    bulk = await _lock_open(session, actor, bulk_id)
    mapping = {str(name): place for name, place in form.mapping.items()}
    if any(place >= len(bulk.headings) for place in mapping.values()):
        raise Invalid.field("mapping", "bulk_enrollment.no_such_column", "No column stands there.")
    if not is_complete(mapping, one_batch=bulk.batch_id is not None):
        message = "A number, a name and the batch are needed."
        raise Invalid.field("mapping", "bulk_enrollment.columns_missing", message)
    bulk.mapping = mapping
    values = {
        "organization_id": bulk.organization_id,
        "headings_hash": fingerprint_of(*bulk.headings),
        "mapping": mapping,
    }
    await session.execute(
        upsert(BulkMapping)
        .values(values)
        .on_conflict_do_update(
            index_elements=["organization_id", "headings_hash"], set_={"mapping": mapping}
        )
    )
    await _check_again(session, bulk)


async def _lock_open(session: AsyncSession, actor: Caller, bulk_id: UUID) -> BulkEnrollment:
    """One that waits for its people: it is not being checked, and nothing is reserved."""
    bulk = await lock_bulk(session, actor, bulk_id)
    if bulk.status not in (Status.MAPPING, Status.CHECKED):
        raise BulkRefused
    return bulk


async def _check_again(
    session: AsyncSession, bulk: BulkEnrollment, numbers: Sequence[int] | None = None
) -> None:
    """Check all rows anew, or those with these numbers, and then all of them together."""
    where = [col(BulkRow.bulk_enrollment_id) == bulk.id, col(BulkRow.state) != RowState.SKIPPED]
    if numbers is not None:
        where.append(col(BulkRow.number).in_(numbers))
    await session.execute(
        update(BulkRow)
        .where(*where)
        .values(state=RowState.UNCHECKED)
        .execution_options(synchronize_session=False)
    )
    await change_status(session, bulk, Status.CHECKING)


async def update_rows(
    session: AsyncSession, actor: Caller, bulk_id: UUID, form: BulkRowsUpdate
) -> None:
    """Mend cells and decide about rows; the changed rows are checked anew.

    Raises `BulkEnrollmentNotFound`, `BulkRefused`, and `Invalid` for a row that there is not.
    """
    bulk = await _lock_open(session, actor, bulk_id)
    numbers = {cell.number for cell in form.cells} | {row.number for row in form.rows}
    rows = await db.lock_all(
        session,
        BulkRow,
        col(BulkRow.bulk_enrollment_id) == bulk_id,
        col(BulkRow.number).in_(numbers),
        order_by=[col(BulkRow.number)],
    )
    by_number = {row.number: row for row in rows}
    if by_number.keys() != numbers:
        raise Invalid.field("rows", "not_found", "This does not exist.")
    for cell in form.cells:
        row, place = by_number[cell.number], _place_of(bulk, cell.column)
        padded = row.cells + [""] * (place + 1 - len(row.cells))
        row.cells = [*padded[:place], cell.value, *padded[place + 1 :]]
        # Another number is another person.
        row.use_person = False
    for decision in form.rows:
        row = by_number[decision.number]
        if decision.use_person is not None:
            row.use_person = decision.use_person
        if decision.skip is not None:
            row.state = RowState.SKIPPED if decision.skip else RowState.UNCHECKED
    await session.flush()
    if form.skip_faulty is not None:
        await _skip_faulty(session, bulk_id, skip=form.skip_faulty)
    if bulk.status is Status.CHECKED:
        await _check_again(session, bulk, sorted(numbers))


async def _skip_faulty(session: AsyncSession, bulk_id: UUID, *, skip: bool) -> None:
    """Leave out what is to be mended, or take up again what is left out."""
    was = TO_MEND if skip else {RowState.SKIPPED}
    await session.execute(
        update(BulkRow)
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id, col(BulkRow.state).in_(was))
        .values(state=RowState.SKIPPED if skip else RowState.UNCHECKED)
        .execution_options(synchronize_session=False)
    )


def _place_of(bulk: BulkEnrollment, column: str) -> int:
    """Where the column stands; behind all others when the file had none."""
    if column not in bulk.mapping:
        bulk.mapping = {**bulk.mapping, column: len(bulk.headings)}
        heading = next(each.en for each in COLUMNS if each.name == column)
        bulk.headings = [*bulk.headings, heading]
    return bulk.mapping[column]


async def replace_file(
    session: AsyncSession, actor: Caller, bulk_id: UUID, sheet: OpenSheet, file_name: str
) -> None:
    """Take another file in place of the rows there are.

    Raises `BulkEnrollmentNotFound`, `BulkRefused`, `Invalid`.
    """
    bulk = await _lock_open(session, actor, bulk_id)
    await session.execute(delete(BulkRow).where(col(BulkRow.bulk_enrollment_id) == bulk_id))
    bulk.file_name = file_name[:255]
    await _fill(session, bulk, sheet)


async def cancel(session: AsyncSession, actor: Caller, bulk_id: UUID) -> None:
    """End it: nothing of it was reserved, or its unpaid seats go back.

    Raises `BulkEnrollmentNotFound`, `BulkRefused`.
    """
    bulk = await lock_bulk(session, actor, bulk_id)
    if bulk.status not in CANCELLABLE:
        raise BulkRefused
    if bulk.status is Status.AWAITING_PAYMENT:
        await end_unpaid(session, bulk, Status.CANCELLED)
    else:
        await change_status(session, bulk, Status.CANCELLED)


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
