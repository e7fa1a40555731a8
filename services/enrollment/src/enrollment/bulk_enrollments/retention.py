"""What the rows of a file say of people is deleted some time after the file has ended: who was
enrolled by it is in the enrollments."""

from datetime import timedelta
from typing import Annotated, Any

from fastapi import Depends
from kit.database import db
from kit.database.db import AsyncSession
from kit.web.app import CONTEXT, Context
from sqlalchemy import func, update
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.states import ENDED
from enrollment.config import Settings

EMPTIED: dict[str, Any] = {
    "cells": [],
    "person_key": None,
    "chosen_profile_id": None,
    "id_number": None,
    "country": None,
    "name_en": None,
    "name_ar": None,
    "email": None,
    "phone": None,
    "shown_name_en": "",
    "shown_name_ar": "",
}
"""What is left of a row's person, also when that person alone is erased."""


async def _kept(context: Annotated[Context[Settings], Depends(CONTEXT)]) -> timedelta:
    return context.settings.bulk_people_kept


KeptDep = Annotated[timedelta, Depends(_kept)]
"""How long after its end the people of a file are kept."""


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
