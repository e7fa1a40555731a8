"""Imports the rows of files, API requests, and selected people."""

from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple
from uuid import UUID

from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.people import PORTION_TO_MATCH
from kit.core.errors import MAX_FIELDS, FieldProblem, Invalid, field_code
from kit.core.failpoints import hit
from kit.database import db
from kit.database.db import AsyncSession, new_id, utc_now
from kit.domain.people import load_phones
from kit.messaging.cooperative import iterate_cooperatively
from kit.security.auth import Caller
from kit.spreadsheets.sheets import OpenSheet, Rows, drop_examples, find_columns
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from sqlalchemy import select
from sqlmodel import col

from enrollment.bulk_enrollments.columns import (
    COLUMNS,
    NAME_AR,
    NAME_EN,
    NAMES,
    is_complete,
    may_hide_numbers,
)
from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkMapping, BulkRow
from enrollment.bulk_enrollments.rules import MAX_RUNNING, QUEUE_POSITION
from enrollment.bulk_enrollments.schemas import BulkEnrollmentCreate, BulkPerson
from enrollment.bulk_enrollments.service import compute_fingerprint, insert_once, require_batch
from enrollment.bulk_enrollments.states import RowState
from enrollment.bulk_enrollments.validation.rows.service import check_rows
from enrollment.bulk_enrollments.validation.service import (
    CHECKED,
    build_values,
    find_batches,
    request_next_match,
)


class Upload(NamedTuple):
    """An uploaded file, or an API request in the same form."""

    sheet: OpenSheet
    file_name: str
    locale: str
    batch_id: UUID | None
    organization_id: UUID | None
    fingerprint: bytes
    key: str | None
    """Value of the `Idempotency-Key` header."""


async def build_upload(form: BulkEnrollmentCreate, key: str | None) -> Upload:
    """Convert an API request to an upload with all columns.

    Raises `Invalid` for malformed rows; the check finds errors in cells.
    """
    rows: list[Rows] = []
    portions: list[bytes] = []
    async for first in iterate_cooperatively(range(0, len(form.rows), _CHUNK_ROWS), steps=1):
        people = _validate_rows(form.rows[first : first + _CHUNK_ROWS], first)
        portions.append(_PEOPLE.dump_json(people)[1:-1])
        numbers = range(first + 1, first + 1 + len(people))
        cells = [[getattr(each, name) for name in NAMES] for each in people]
        rows.append(Rows(numbers, cells, [to_json(line).decode() for line in cells]))
    # Serialize as one JSON document, so that the fingerprint does not depend on chunks.
    head = form.model_dump_json(exclude={"rows"}).removesuffix("}").encode()
    return Upload(
        sheet=OpenSheet(list(NAMES), iterate_cooperatively(rows, steps=1)),
        file_name="",
        locale=form.locale,
        batch_id=form.batch_id,
        organization_id=form.organization_id,
        fingerprint=compute_fingerprint(head + b',"rows":[' + b",".join(portions) + b"]}"),
        key=key,
    )


_PEOPLE = TypeAdapter(list[BulkPerson])
_CHUNK_ROWS = 100
"""Chunk size that takes less than a millisecond."""


def _validate_rows(rows: Sequence[Any], first: int) -> list[BulkPerson]:
    """Validate a chunk of rows whose first index is `first`."""
    try:
        return _PEOPLE.validate_python(rows)
    except ValidationError as error:
        raise Invalid(
            fields=[
                FieldProblem(
                    field=_field(first, each["loc"]),
                    code=field_code(each["type"]),
                    message=each["msg"],
                )
                for each in error.errors()[:MAX_FIELDS]
            ]
        ) from None


def _field(first: int, place: tuple[int | str, ...]) -> str:
    row, *path = place
    return ".".join(map(str, ("rows", first + int(row), *path)))


async def import_rows(session: AsyncSession, bulk: BulkEnrollment, sheet: OpenSheet) -> None:
    """Store the rows; check each immediately if the columns are known."""
    bulk.headings = sheet.headings
    remembered = await _find_saved_mapping(session, bulk)
    bulk.mapping = remembered or dict(find_columns(bulk.headings, COLUMNS))
    bulk.row_count = bulk.valid = bulk.invalid = 0
    bulk.unasked, bulk.unanswered = [], []
    complete = is_complete(bulk.mapping, one_batch=bulk.batch_id is not None)
    certain = remembered or not may_hide_numbers(bulk.headings, bulk.mapping)
    if complete and certain:
        await copy_checked_rows(session, bulk, _count_rows(sheet.rows, bulk))
        status = Status.CHECKING
    else:
        columns = ("bulk_enrollment_id", "number", "cells", "state")
        await db.copy(
            session, BulkRow, columns, _build_unchecked_rows(_count_rows(sheet.rows, bulk), bulk)
        )
        status = Status.MAPPING
    if not bulk.row_count:
        message = "Add at least one row below the headings."
        raise Invalid.field("file", "sheet.empty", message)
    await change_status(session, bulk, status)


async def _count_rows(rows: AsyncIterator[Rows], bulk: BulkEnrollment) -> AsyncIterator[Rows]:
    """Remove the template's example rows and count the others."""
    width = len(bulk.headings)
    async for some in rows:
        kept = drop_examples(some, bulk.mapping, COLUMNS)
        bulk.row_count += len(kept.numbers)
        width = max(width, len(some.cells[-1]))
        yield kept
    # A column may start below an empty heading.
    bulk.headings = [*bulk.headings, *[""] * (width - len(bulk.headings))]


async def _build_unchecked_rows(
    rows: AsyncIterator[Rows], bulk: BulkEnrollment
) -> AsyncIterator[tuple[UUID, int, str, RowState]]:
    async for numbers, _, texts in rows:
        for number, text in zip(numbers, texts, strict=True):
            yield bulk.id, number, text, RowState.UNCHECKED


async def _find_saved_mapping(session: AsyncSession, bulk: BulkEnrollment) -> dict[str, int] | None:
    """Return the mapping that the organization has saved for these headings."""
    key = (bulk.organization_id, compute_fingerprint(*bulk.headings))
    found = await session.get(BulkMapping, key)
    return found.mapping if found else None


async def copy_checked_rows(
    session: AsyncSession, bulk: BulkEnrollment, rows: AsyncIterator[Rows]
) -> None:
    """Check and store rows while the next are read, by one COPY.

    Then ask identity about the first chunk, or leave it to the sweep if earlier files are running.
    """
    await load_phones()
    batches: Mapping[str, UUID] = {}
    if bulk.batch_id is None:
        # Batches are queried before the COPY, which occupies the connection.
        all_rows = [some async for some in rows]
        batches = await find_batches(
            session, bulk, [line for some in all_rows for line in some.cells]
        )
        rows = iterate_cooperatively(all_rows, steps=1)
    portions: list[UUID] = []

    async def records() -> AsyncIterator[Sequence[Any]]:
        bulk_id, mapping, one_batch = bulk.id, bulk.mapping, bulk.batch_id
        size = 0
        async for numbers, cells, texts in rows:
            if not portions or size >= PORTION_TO_MATCH:
                portions.append(new_id())
                size = 0
            size += len(numbers)
            values = build_values(check_rows(cells, mapping), one_batch, batches, portions[-1])
            errors = map(_as_json, values.pop("cell_errors"))
            given = repeat(bulk_id, len(numbers)), numbers, texts, errors
            for record in zip(*given, *values.values(), strict=True):
                yield record

    await db.copy(session, BulkRow, (*_GIVEN, *CHECKED), records())
    bulk.unasked, bulk.unanswered = portions, []
    # The count may include a file uploaded concurrently.
    earlier = await session.scalar(select(QUEUE_POSITION).where(col(BulkEnrollment.id) == bulk.id))
    if portions and (earlier or 0) < MAX_RUNNING:
        bulk.worked_at = utc_now()
        await request_next_match(session, bulk)
        hit("bulk_enrollments.first_people_asked")


_GIVEN = ("bulk_enrollment_id", "number", "cells", "cell_errors")


def _as_json(values: Sequence[Any]) -> str:
    return to_json(values).decode() if values else "[]"


class SelectedPerson(NamedTuple):
    """A person whom the organization already knows, enrolled without an identity number."""

    profile_id: UUID
    name_en: str
    name_ar: str


async def create_for_selected(
    session: AsyncSession,
    actor: Caller,
    batch_id: UUID,
    people: Sequence[SelectedPerson],
    locale: str,
    key: str | None,
) -> UUID:
    """Create a bulk enrollment for selected people in one batch and return its ID.

    Idempotent by key. Raises `KeyReused` and `BatchUnknown`.
    """
    await require_batch(session, batch_id)
    columns = (NAME_EN, NAME_AR)
    bulk, is_new = await insert_once(
        session,
        actor,
        None,
        batch_id=batch_id,
        status=Status.MAPPING,
        locale=locale,
        headings=[column.en for column in columns],
        mapping={column.name: place for place, column in enumerate(columns)},
        row_count=len(people),
        idempotency_key=key,
        fingerprint=compute_fingerprint(batch_id, *(each.profile_id for each in people)),
    )
    if not is_new:
        return bulk.id
    await db.copy(
        session,
        BulkRow,
        ("bulk_enrollment_id", "number", "cells", "chosen_profile_id", "state"),
        [
            (
                bulk.id,
                number,
                to_json([each.name_en, each.name_ar]).decode(),
                each.profile_id,
                RowState.UNCHECKED,
            )
            for number, each in enumerate(people, 1)
        ],
    )
    await change_status(session, bulk, Status.CHECKING)
    return bulk.id
