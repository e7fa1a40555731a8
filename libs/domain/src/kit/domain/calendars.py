"""Sessions as iCalendar files (RFC 5545), and secret feed links for calendar programs.

The service stores the links in a table (`class CalendarFeed(Table, Feed, table=True)`).
"""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from icalendar import Calendar, Event
from kit.core.downloads import attachment
from kit.database import db
from kit.database.db import AsyncSession, timestamp
from kit.domain.timezone import RIYADH
from pydantic import BaseModel
from sqlalchemy import select
from sqlmodel import Field, SQLModel, col
from starlette.responses import Response

Language = Literal["en", "ar"]
FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/calendar": {"schema": {"type": "string", "format": "binary"}}}}
}
"""OpenAPI description of the response."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A calendar event."""

    id: UUID
    """Stable ID, so that calendars move the entry instead of adding another."""
    version: int
    """Incremented by every change."""
    title: str
    starts_at: datetime
    ends_at: datetime
    place: str = ""
    url: str | None = None
    cancelled: bool = False


class CalendarFile(Response):
    """An iCalendar file as a download."""

    media_type = "text/calendar"


def calendar_file(name: str, entries: Iterable[Entry], file: str) -> CalendarFile:
    """Build a calendar file. Calendars show `name`; `file` is an ASCII file name without `.ics`."""
    headers = {
        "Content-Disposition": attachment(f"{file}.ics"),
        "Cache-Control": "private, max-age=300",
    }
    return CalendarFile(_calendar(name, entries), headers=headers)


class Feed(SQLModel):
    """A secret link to a person's calendar. A new link replaces the previous one."""

    owner_id: UUID = Field(primary_key=True)
    token_hash: bytes = Field(unique=True)
    """Unsalted hash of the secret, which has 256 random bits."""
    created_at: datetime = timestamp(default_now=True)


class FeedRead(BaseModel):
    """Creation time of the link, if there is one. The link itself is shown once."""

    created_at: datetime | None


class FeedLink(BaseModel):
    """A secret link for calendar programs."""

    path: str
    created_at: datetime


async def get_feed(session: AsyncSession, model: type[Feed], owner_id: UUID) -> FeedRead:
    """Return the creation time of the owner's link."""
    feed = await session.get(model, owner_id)
    return FeedRead(created_at=feed.created_at if feed else None)


async def get_owner_id(session: AsyncSession, model: type[Feed], token: str) -> UUID | None:
    """Find the owner of a link; None if it is unknown or was replaced."""
    is_asked_for = col(model.token_hash) == _hash(token)
    return await session.scalar(select(col(model.owner_id)).where(is_asked_for))


async def create_feed(
    session: AsyncSession, model: type[Feed], owner_id: UUID, folder: str
) -> FeedLink:
    """Create a link below the folder, such as `/api/v1/batches/calendars`, replacing the previous
    one.
    """
    # Concurrent requests would otherwise both insert a link.
    await db.advisory_lock(session, f"calendar:{owner_id}")
    token, now = secrets.token_urlsafe(32), await db.now(session)
    feed = await session.get(model, owner_id, populate_existing=True)
    if feed is None:
        feed = model(owner_id=owner_id, token_hash=b"")
    feed.token_hash, feed.created_at = _hash(token), now
    session.add(feed)
    return FeedLink(path=f"{folder}/{token}.ics", created_at=now)


async def delete_feed(session: AsyncSession, model: type[Feed], owner_id: UUID) -> None:
    """Delete the link. It is idempotent."""
    feed = await session.get(model, owner_id)
    if feed is not None:
        await session.delete(feed)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _calendar(name: str, entries: Iterable[Entry]) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", "-//Itqan//Batches//EN")
    calendar.add("version", "2.0")
    # Without it Outlook shows a single event as an invitation (RFC 5546).
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    for entry in entries:
        calendar.add_component(_build_event(entry))
    # Programs without the zone's rules read them from VTIMEZONE (RFC 5545, 3.6.5).
    calendar.add_missing_timezones()
    content: bytes = calendar.to_ical()
    return content


def _build_event(entry: Entry) -> Event:
    event = Event()
    event.add("uid", f"{entry.id}@itqan")
    event.add("dtstamp", db.utc_now())
    event.add("sequence", entry.version)
    event.add("summary", entry.title)
    event.add("dtstart", entry.starts_at.astimezone(RIYADH))
    event.add("dtend", entry.ends_at.astimezone(RIYADH))
    event.add("status", "CANCELLED" if entry.cancelled else "CONFIRMED")
    if entry.place:
        event.add("location", entry.place)
    if entry.url:
        event.add("url", entry.url)
    return event
