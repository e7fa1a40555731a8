from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

from contracts.catalog import BatchMeeting, BatchStatus
from contracts.enrollment import EnrollmentStatus
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.domain.calendars import CalendarFile, Entry, Language, calendar_file, get_owner_id
from kit.security.auth import Principal
from sqlalchemy import Row, Select, func, select
from sqlmodel import col

from enrollment.calendars.models import CalendarFeed
from enrollment.calendars.schemas import SessionLink
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch, Timetable

_SHOWN = 100
"""Maximum number of batches."""
_RETENTION = timedelta(days=90)
"""Time for which an ended batch stays in the calendar."""
_ATTENDED = (EnrollmentStatus.CONFIRMED, EnrollmentStatus.COMPLETED)


async def get_feed_file(session: AsyncSession, token: str, language: Language) -> CalendarFile:
    """Build the calendar of sessions in which the candidate has a seat, without cancelled ones.

    Raises `NotFound` for an unknown or deleted link.
    """
    profile_id = await get_owner_id(session, CalendarFeed, token)
    if profile_id is None:
        raise NotFound
    rows = (await session.execute(_select_attended(profile_id))).all()
    name = {"en": "My training sessions", "ar": "جلساتي التدريبية"}[language]
    return calendar_file(name, _entries(rows, language), "sessions")


def _select_attended(profile_id: UUID) -> Select[*tuple[Any, ...]]:
    return (
        select(
            col(Batch.title_en),
            col(Batch.title_ar),
            col(Batch.city_en),
            col(Batch.city_ar),
            col(Timetable.sessions),
            col(Timetable.source_version),
        )
        .select_from(Enrollment)
        .join(Batch, col(Batch.id) == col(Enrollment.batch_id))
        .join(Timetable, col(Timetable.batch_id) == col(Batch.id))
        .where(
            col(Enrollment.candidate_profile_id) == profile_id,
            col(Enrollment.status).in_(_ATTENDED),
            # The enrollments of a cancelled batch are cancelled shortly after it.
            col(Batch.status) != BatchStatus.CANCELLED,
            col(Batch.ends_at) > func.now() - _RETENTION,
        )
        .order_by(col(Batch.starts_at), col(Batch.id))
        .limit(_SHOWN)
    )


async def list_links(
    session: AsyncSession, actor: Principal, enrollment_id: UUID
) -> list[SessionLink]:
    """List the online links of a batch's sessions; empty without a confirmed seat or if cancelled.

    Raises `EnrollmentNotFound`, also for another candidate's enrollment.
    """
    found = await session.execute(
        select(col(Enrollment.status), col(Batch.status).label("batch"), col(Timetable.sessions))
        .join(Batch, col(Batch.id) == col(Enrollment.batch_id))
        .outerjoin(Timetable, col(Timetable.batch_id) == col(Batch.id))
        .where(
            col(Enrollment.id) == enrollment_id,
            col(Enrollment.candidate_profile_id) == actor.profile_id,
        )
    )
    row = found.one_or_none()
    if row is None:
        raise EnrollmentNotFound
    if row.status not in _ATTENDED or row.batch is BatchStatus.CANCELLED:
        return []
    meetings = [BatchMeeting.model_validate(stored) for stored in row.sessions or ()]
    return [
        SessionLink(session_id=meeting.id, online_url=meeting.online_url)
        for meeting in meetings
        if meeting.online_url
    ]


def _entries(rows: Iterable[Row[*tuple[Any, ...]]], language: Language) -> Iterator[Entry]:
    for row in rows:
        batch, city = getattr(row, f"title_{language}"), getattr(row, f"city_{language}")
        for stored in row.sessions:
            meeting = BatchMeeting.model_validate(stored)
            places = (getattr(meeting, f"venue_{language}"), city)
            yield Entry(
                id=meeting.id,
                version=row.source_version,
                title=f"{batch}: {getattr(meeting, f'title_{language}')}",
                starts_at=meeting.starts_at,
                ends_at=meeting.ends_at,
                place=", ".join(place for place in places if place),
                url=meeting.online_url,
            )
