"""Routes of a candidate's calendar. The link itself works without an account."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.domain import calendars
from kit.domain.calendars import FILE, CalendarFile, FeedLink, FeedRead, Language
from kit.security.auth import AUTH_PROBLEMS

from enrollment.calendars import queries
from enrollment.calendars.models import CalendarFeed
from enrollment.calendars.schemas import SessionLink
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.routes import CandidateDep

router = APIRouter(prefix="/enrollments", tags=["enrollments"])
_FOLDER = "/api/v1/enrollments/calendars"


@router.get("/calendars/mine", responses=problems(*AUTH_PROBLEMS))
async def get_my_calendar_feed(session: Session, actor: CandidateDep) -> FeedRead:
    """Get the creation time of the candidate's calendar link."""
    return await calendars.get_feed(session, CalendarFeed, actor.profile_id)


@router.post("/calendars/mine", status_code=201, responses=problems(*AUTH_PROBLEMS))
async def create_my_calendar_feed(session: Session, actor: CandidateDep) -> FeedLink:
    """Create a calendar link, shown only once; it replaces the previous one."""
    return await calendars.create_feed(session, CalendarFeed, actor.profile_id, _FOLDER)


@router.delete("/calendars/mine", status_code=204, responses=problems(*AUTH_PROBLEMS))
async def delete_my_calendar_feed(session: Session, actor: CandidateDep) -> None:
    """Delete the calendar link."""
    await calendars.delete_feed(session, CalendarFeed, actor.profile_id)


@router.get("/mine/{enrollment_id}/links", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def list_my_session_links(
    session: Session, actor: CandidateDep, enrollment_id: UUID
) -> list[SessionLink]:
    """List the online links of a batch's sessions, once the candidate's seat is confirmed."""
    return await queries.list_links(session, actor, enrollment_id)


@router.get(
    "/calendars/{token}.ics", response_class=CalendarFile, responses=FILE | problems(NotFound)
)
async def get_my_calendar_file(
    session: Session,
    token: Annotated[str, Path(max_length=100)],
    language: Language = "ar",
) -> CalendarFile:
    """Get the calendar behind a link: the sessions in which the candidate has a seat."""
    return await queries.get_feed_file(session, token, language)
