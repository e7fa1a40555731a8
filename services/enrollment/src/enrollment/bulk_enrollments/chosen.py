"""Bulk enrollments of people whom an organization chooses among its own, without their numbers."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from contracts.enrollment import BulkEnrollmentStatus as Status
from kit.database import db
from kit.database.db import AsyncSession
from kit.security.auth import Caller
from pydantic_core import to_json

from enrollment.bulk_enrollments.callers import author_of, organization_for
from enrollment.bulk_enrollments.columns import NAME_AR, NAME_EN
from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.service import claim_key, fingerprint_of, require_batch
from enrollment.bulk_enrollments.states import RowState


class Chosen(NamedTuple):
    """Somebody whom an organization enrolls without a number, since it knows them."""

    profile_id: UUID
    name_en: str
    name_ar: str


async def create_for_chosen(
    session: AsyncSession,
    actor: Caller,
    batch_id: UUID,
    people: Sequence[Chosen],
    locale: str,
    key: str | None,
) -> UUID:
    """Begin a bulk enrollment of people whom the caller may see, in one batch; its id. It is
    checked, confirmed and paid as a file is. A repeated call with the same key answers the first's.

    Raises `KeyReused` and `BatchUnknown`.
    """
    await require_batch(session, batch_id)
    columns = (NAME_EN, NAME_AR)
    made = BulkEnrollment(
        organization_id=organization_for(actor, None),
        batch_id=batch_id,
        status=Status.MAPPING,
        locale=locale,
        headings=[column.en for column in columns],
        mapping={column.name: place for place, column in enumerate(columns)},
        row_count=len(people),
        idempotency_key=key,
        fingerprint=fingerprint_of(batch_id, *(each.profile_id for each in people)),
        version=0,
        **author_of(actor),
    )
    first = await claim_key(session, made)
    if first is not None:
        return first
    bulk = await session.get_one(BulkEnrollment, made.id)
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
