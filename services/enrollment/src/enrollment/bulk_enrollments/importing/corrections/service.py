"""Corrects mappings, cells, rows or the whole file before confirmation."""

from collections.abc import Sequence
from uuid import UUID

from contracts.enrollment import BulkEnrollmentStatus as Status
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.security.auth import Caller
from kit.spreadsheets.sheets import OpenSheet
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlmodel import col

from enrollment.bulk_enrollments.columns import COLUMNS, is_complete
from enrollment.bulk_enrollments.errors import BulkRefused
from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.importing.service import import_rows
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkMapping, BulkRow
from enrollment.bulk_enrollments.schemas import BulkMappingUpdate, BulkRowsUpdate
from enrollment.bulk_enrollments.service import build_row_update, compute_fingerprint, lock_bulk
from enrollment.bulk_enrollments.states import EDITABLE, FAULTY, RowState


async def update_mapping(
    session: AsyncSession, actor: Caller, bulk_id: UUID, form: BulkMappingUpdate
) -> None:
    """Set the column mapping and remember it for the organization's files with the same headings.

    Raises `BulkEnrollmentNotFound`, `BulkRefused`, `Invalid`.
    """
    bulk = await _lock_open(session, actor, bulk_id)
    mapping = {str(name): place for name, place in form.mapping.items()}
    if any(place >= len(bulk.headings) for place in mapping.values()):
        raise Invalid.field(
            "mapping",
            "sheet.column_not_found",
            "The file doesn't have this column. Choose another one.",
        )
    if not is_complete(mapping, one_batch=bulk.batch_id is not None):
        message = "Choose the columns for the ID number, the name and the batch."
        raise Invalid.field("mapping", "bulk_enrollment.columns_missing", message)
    bulk.mapping = mapping
    values = {
        "organization_id": bulk.organization_id,
        "headings_hash": compute_fingerprint(*bulk.headings),
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
    """Lock an editable bulk enrollment: no check is running, no seats are taken."""
    bulk = await lock_bulk(session, actor, bulk_id)
    if bulk.status not in EDITABLE:
        raise BulkRefused
    return bulk


async def _check_again(
    session: AsyncSession, bulk: BulkEnrollment, numbers: Sequence[int] | None = None
) -> None:
    """Restart the check for all rows, or for those with these numbers."""
    where = [col(BulkRow.state) != RowState.SKIPPED]
    if numbers is not None:
        where.append(col(BulkRow.number).in_(numbers))
    await session.execute(build_row_update(bulk.id, *where).values(state=RowState.UNCHECKED))
    await change_status(session, bulk, Status.CHECKING)


async def update_rows(
    session: AsyncSession, actor: Caller, bulk_id: UUID, form: BulkRowsUpdate
) -> None:
    """Correct cells and decide rows, then check them again.

    Raises `BulkEnrollmentNotFound`, `BulkRefused`, and `Invalid` for an unknown row.
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
        raise Invalid.field("rows", "resource.not_found", "Choose an existing row.")
    for cell in form.cells:
        row, place = by_number[cell.number], _find_column(bulk, cell.column)
        padded = row.cells + [""] * (place + 1 - len(row.cells))
        row.cells = [*padded[:place], cell.value, *padded[place + 1 :]]
        # The correction may refer to another person.
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
    """Skip all faulty rows, or restore all skipped ones."""
    was = FAULTY if skip else {RowState.SKIPPED}
    to = RowState.SKIPPED if skip else RowState.UNCHECKED
    await session.execute(build_row_update(bulk_id, col(BulkRow.state).in_(was)).values(state=to))


def _find_column(bulk: BulkEnrollment, column: str) -> int:
    """Return the column's index; append a column that the file lacks."""
    if column not in bulk.mapping:
        bulk.mapping = {**bulk.mapping, column: len(bulk.headings)}
        heading = next(each.en for each in COLUMNS if each.name == column)
        bulk.headings = [*bulk.headings, heading]
    return bulk.mapping[column]


async def replace_file(
    session: AsyncSession, actor: Caller, bulk_id: UUID, sheet: OpenSheet, file_name: str
) -> None:
    """Replace all rows by those of another file.

    Raises `BulkEnrollmentNotFound`, `BulkRefused`, `Invalid`.
    """
    bulk = await _lock_open(session, actor, bulk_id)
    await session.execute(delete(BulkRow).where(col(BulkRow.bulk_enrollment_id) == bulk_id))
    bulk.file_name = file_name[:255]
    await import_rows(session, bulk, sheet)
