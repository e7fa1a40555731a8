"""Calendars; feed links need no account."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Depends, Path, Query
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.domain import calendars
from kit.domain.calendars import FILE, CalendarFile, FeedLink, FeedRead, Language
from kit.security.auth import AUTH_PROBLEMS, NotAllowed, Principal, guard

from catalog.calendars import queries
from catalog.calendars.models import CalendarFeed
from catalog.calendars.schemas import CalendarFilters, CalendarSessions

router = APIRouter(prefix="/batches", tags=["batches"])
_FOLDER = "/api/v1/batches/calendars"

ViewerDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.VIEW_BATCH],
    ),
]
OwnerDep = Annotated[Principal, guard(ProfileType.ORGANIZATION, ProfileType.TRAINER)]


async def _owner_id(actor: OwnerDep) -> UUID:
    """Return the feed's owner: the organization or the trainer."""
    if actor.profile is None or actor.organization_id is None:
        raise NotAllowed
    is_trainer = actor.profile.type is ProfileType.TRAINER
    return actor.profile.id if is_trainer else actor.organization_id


OwnerIdDep = Annotated[UUID, Depends(_owner_id)]


@router.get("/calendar", responses=problems(*AUTH_PROBLEMS))
async def list_calendar_sessions(
    session: Session, actor: ViewerDep, filters: Annotated[CalendarFilters, Query()]
) -> CalendarSessions:
    """List sessions of the given days, with the same filters as the list of batches."""
    return await queries.list_sessions(session, actor, filters)


@router.get("/calendars/mine", responses=problems(*AUTH_PROBLEMS))
async def get_calendar_feed(session: Session, owner_id: OwnerIdDep) -> FeedRead:
    """Return the creation time of the caller's feed link."""
    return await calendars.get_feed(session, CalendarFeed, owner_id)


@router.post("/calendars/mine", status_code=201, responses=problems(*AUTH_PROBLEMS))
async def create_calendar_feed(session: Session, owner_id: OwnerIdDep) -> FeedLink:
    """Create a feed link, shown only once, and revoke the previous one."""
    return await calendars.create_feed(session, CalendarFeed, owner_id, _FOLDER)


@router.delete("/calendars/mine", status_code=204, responses=problems(*AUTH_PROBLEMS))
async def delete_calendar_feed(session: Session, owner_id: OwnerIdDep) -> None:
    """Revoke the feed link."""
    await calendars.delete_feed(session, CalendarFeed, owner_id)


@router.get(
    "/calendars/{token}.ics", response_class=CalendarFile, responses=FILE | problems(NotFound)
)
async def get_calendar_file(
    session: Session,
    token: Annotated[str, Path(max_length=100)],
    language: Language = "ar",
) -> CalendarFile:
    """Return the feed of a link: sessions of the last three months and all future ones."""
    return await queries.get_feed_file(session, token, language)


@router.get(
    "/{batch_id:uuid}/calendar.ics",
    response_class=CalendarFile,
    responses=FILE | problems(NotFound),
)
async def get_batch_calendar(
    session: Session, batch_id: UUID, language: Language = "ar"
) -> CalendarFile:
    """Return the sessions of a published or cancelled batch as an iCalendar file."""
    return await queries.get_batch_file(session, batch_id, language)
