"""Calendar files hold local times with their zone, so that programs show them as the venue does."""

from datetime import UTC, datetime
from uuid import UUID

from icalendar import Calendar
from kit.domain.calendars import Entry, calendar_file

SESSION = Entry(
    id=UUID(int=1),
    version=2,
    title="Forklift operation",
    starts_at=datetime(2026, 11, 28, 6, tzinfo=UTC),
    ends_at=datetime(2026, 11, 28, 9, tzinfo=UTC),
)


def test_times_name_their_zone_and_the_file_defines_it() -> None:
    content = bytes(calendar_file("Sessions", [SESSION], "sessions").body)
    assert b"DTSTART;TZID=Asia/Riyadh:20261128T090000\r\n" in content
    assert b"DTEND;TZID=Asia/Riyadh:20261128T120000\r\n" in content
    calendar = Calendar.from_ical(content)
    (zone,) = calendar.timezones
    assert zone.tz_name == "Asia/Riyadh"
    (event,) = calendar.events
    assert event.start == SESSION.starts_at


def test_a_feed_is_published_and_no_invitation() -> None:
    content = bytes(calendar_file("Sessions", [], "sessions").body)
    assert Calendar.from_ical(content)["METHOD"] == "PUBLISH"
