"""Checks the single rows of a file in chunks, and matches their people with identity.

`rules` then validates all rows together.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.people import (
    PORTION_TO_MATCH,
    Match,
    PeopleMatched,
    PeopleMatchRequested,
)
from kit.core.failpoints import hit
from kit.database import db
from kit.database.db import AsyncSession, new_id, new_id_text
from kit.domain.people import load_phones
from kit.messaging import outbox
from kit.messaging.cooperative import iterate_cooperatively
from sqlalchemy import (
    Boolean,
    ColumnElement,
    Insert,
    Text,
    Uuid,
    case,
    exists,
    func,
    literal,
    select,
)
from sqlmodel import col

from enrollment.bulk_enrollments.columns import BATCH
from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.service import (
    build_row_table,
    build_row_update,
    prefer_hash_plans,
    write_rows,
)
from enrollment.bulk_enrollments.states import RowState
from enrollment.bulk_enrollments.validation.rows.service import (
    build_selected_row,
    check_rows,
    replace_row,
)
from enrollment.bulk_enrollments.validation.rules import count_rows, validate_rows
from enrollment.replicas.models import Batch

_CHUNK_ROWS = 100
"""Rows checked before yielding to the event loop: under a millisecond, three in the worst case."""

# Literal values let the planner use the partial index.
_is_unchecked = db.in_literals(col(BulkRow.state), [RowState.UNCHECKED])


def has_unchecked(bulk_id: Any) -> ColumnElement[bool]:
    """Tell if the file has unchecked rows."""
    return exists().where(col(BulkRow.bulk_enrollment_id) == bulk_id, _is_unchecked)


async def request_next_match(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """Ask identity about the people of the next chunk, if it has any."""
    portion, *bulk.unasked = bulk.unasked
    await _request_match(session, bulk, portion)


async def check_next_rows(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """Check the next chunk of corrected or newly mapped rows, and request its matches.

    Return the number of rows.
    """
    rows = (
        await session.execute(
            select(col(BulkRow.number), col(BulkRow.cells), col(BulkRow.chosen_profile_id))
            .where(col(BulkRow.bulk_enrollment_id) == bulk.id, _is_unchecked)
            .order_by(col(BulkRow.number))
            .limit(PORTION_TO_MATCH)
        )
    ).all()
    if not rows:
        return 0
    await load_phones()
    batches = await find_batches(session, bulk, [row.cells for row in rows])
    portion = new_id()
    written: list[dict[str, Any]] = []
    async for first in iterate_cooperatively(range(0, len(rows), _CHUNK_ROWS), steps=1):
        some = rows[first : first + _CHUNK_ROWS]
        checked = check_rows([row.cells for row in some], bulk.mapping)
        for place, row in enumerate(some):
            if row.chosen_profile_id:
                replace_row(checked, place, build_selected_row(row.chosen_profile_id))
        values = build_values(checked, bulk.batch_id, batches, portion)
        written += (
            {"number": row.number, **_UNMATCHED, **dict(zip(values, each, strict=True))}
            for row, each in zip(some, zip(*values.values(), strict=True), strict=True)
        )
    await write_rows(session, bulk.id, written)
    await _request_match(session, bulk, portion)
    hit("bulk_enrollments.rows_checked")
    return len(rows)


_UNMATCHED = {"shown_name_en": "", "shown_name_ar": ""}
"""Resets a row's match before the next check."""


async def _request_match(session: AsyncSession, bulk: BulkEnrollment, portion: UUID) -> None:
    """Request the match of a chunk's people, if it has any."""
    if await outbox.run_event_insert(session, build_match_request(bulk, portion)):
        bulk.unanswered = [*bulk.unanswered, portion]


def build_match_request(bulk: BulkEnrollment, portion: UUID) -> Insert:
    """Build the INSERT of the event with a chunk's people, each once.

    PostgreSQL builds it, so that the rows are not fetched.
    """
    asked = (
        select(
            col(BulkRow.person_key),
            func.coalesce(func.min(col(BulkRow.name_en)), "").label("name_en"),
            func.coalesce(func.min(col(BulkRow.name_ar)), "").label("name_ar"),
        )
        .where(col(BulkRow.bulk_enrollment_id) == bulk.id, col(BulkRow.portion) == portion)
        .group_by(col(BulkRow.person_key))
        .subquery("asked")
    )
    columns = (
        select(
            func.json_agg(asked.c.person_key).label("keys_"),
            func.json_agg(asked.c.name_en).label("names_en"),
            func.json_agg(asked.c.name_ar).label("names_ar"),
        )
        .having(func.count() > 0)
        .subquery("columns")
    )
    data = {
        "bulk_enrollment_id": str(bulk.id),
        "organization_id": str(bulk.organization_id),
        "portion": str(portion),
        "keys": columns.c.keys_,
        "names_en": columns.c.names_en,
        "names_ar": columns.c.names_ar,
    }
    return outbox.build_event_insert(
        columns,
        PeopleMatchRequested,
        data,
        id_=func.gen_random_uuid(),
        sequence=literal(bulk.version),
    )


async def find_batches(
    session: AsyncSession, bulk: BulkEnrollment, rows: Iterable[Sequence[str]]
) -> dict[str, UUID]:
    """Map upper-case batch codes of these rows to batches, without drafts."""
    place = bulk.mapping.get(BATCH.name)
    if bulk.batch_id is not None or place is None:
        return {}
    codes = {cells[place] for cells in rows if place < len(cells)}
    found = await session.execute(
        select(func.upper(col(Batch.code)).label("code"), col(Batch.id)).where(
            func.upper(col(Batch.code)).in_({code.upper() for code in codes}),
            col(Batch.status) != BatchStatus.DRAFT,
        )
    )
    return {row.code: row.id for row in found}


def build_values(
    checked: Mapping[str, list[Any]],
    one_batch: UUID | None,
    batches: Mapping[str, UUID],
    portion: UUID,
) -> dict[str, Sequence[Any]]:
    """Build the stored columns of checked rows: `cell_errors` and `CHECKED`."""
    keys, id_numbers = checked["person_key"], checked["civil_number"]
    countries: list[str | None] = [None] * len(keys)
    if not all(id_numbers):
        both = zip(id_numbers, checked["passport_number"], strict=True)
        of_both = zip(id_numbers, checked["passport_country"], strict=True)
        countries = [None if civil else country for civil, country in of_both]
        id_numbers = [civil or passport for civil, passport in both]
    batch_ids = [one_batch or batches.get((code or "").upper()) for code in checked["batch"]]
    errors = checked["errors"]
    if None in batch_ids:
        found = zip(errors, checked["batch"], batch_ids, strict=True)
        errors = [each if id_ else [*each, _build_batch_error(code)] for each, code, id_ in found]
    return {
        "cell_errors": errors,
        "state": _pick_by_person(keys, RowState.VALID, RowState.INVALID),
        "person_key": keys,
        "id_number": id_numbers,
        "country": countries,
        **{name: checked[name] for name in ("name_en", "name_ar", "email", "phone")},
        "locale": checked["language"],
        "batch_id": batch_ids,
        "match": _pick_by_person(keys, Match.UNKNOWN),
        "registration_due": _pick_by_person(keys, True, False),
        "portion": _pick_by_person(keys, portion),
        **{name: [new_id_text() for _ in keys] for name in _PROPOSED},
    }


def _pick_by_person(keys: Sequence[str | None], value: Any, otherwise: Any = None) -> list[Any]:
    """Return the value for rows with a known person, else `otherwise`; fast if all have one."""
    if all(keys):
        return [value] * len(keys)
    return [value if key else otherwise for key in keys]


_PROPOSED = ("profile_id", "user_id", "enrollment_id")
CHECKED = (
    "state",
    "person_key",
    "id_number",
    "country",
    "name_en",
    "name_ar",
    "email",
    "phone",
    "locale",
    "batch_id",
    "match",
    "registration_due",
    "portion",
    *_PROPOSED,
)
"""Columns that a row's check writes, besides its errors."""


def _build_batch_error(code: str | None) -> dict[str, str]:
    return {"field": "batch", "code": "batch.not_found" if code else "batch.required"}


async def end_when_answered(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """End a locked file's check immediately if nothing is outstanding."""
    if bulk.unasked or bulk.unanswered:
        return
    if not await session.scalar(select(has_unchecked(bulk.id))):
        await end_check(session, bulk)


async def end_check(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """End the check of a locked file without outstanding matches.

    Its rows are not validated again if that was done and no person is known.
    """
    is_anybody_known = await count_rows(session, bulk)
    if is_anybody_known or bulk.judged_version != bulk.version:
        await validate_rows(session, bulk.id)
        await count_rows(session, bulk)
    await change_status(session, bulk, Status.CHECKED)
    hit("bulk_enrollments.checked")
    return bulk.row_count


async def store_matches(session: AsyncSession, event: PeopleMatched) -> None:
    """Store matched people. Others keep their state: unknown is the default."""
    known = [each for each in event.people if each.match is not Match.UNKNOWN]
    if not known:
        return
    given = build_row_table(
        known,
        {
            "key": Text,
            "match": Text,
            "profile_id": Uuid,
            "user_id": Uuid,
            "shown_name_en": Text,
            "shown_name_ar": Text,
            "registration_due": Boolean,
        },
    )
    is_somebody = given.c.match.in_((Match.SAME, Match.OTHER_NAME))
    await prefer_hash_plans(session)
    await session.execute(
        build_row_update(
            event.bulk_enrollment_id,
            col(BulkRow.portion) == event.portion,
            col(BulkRow.person_key) == given.c.key,
        ).values(
            match=given.c.match,
            shown_name_en=given.c.shown_name_en,
            shown_name_ar=given.c.shown_name_ar,
            registration_due=given.c.registration_due,
            profile_id=case((is_somebody, given.c.profile_id), else_=col(BulkRow.profile_id)),
            user_id=case((is_somebody, given.c.user_id), else_=col(BulkRow.user_id)),
        )
    )
