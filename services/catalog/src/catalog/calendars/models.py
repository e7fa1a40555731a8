"""The secret links by which an organization and its trainers follow their sessions."""

from kit.domain.calendars import Feed

from catalog.tables import Table


class CalendarFeed(Table, Feed, table=True):
    """The link of an organization, or of a trainer's profile."""

    __tablename__ = "calendar_feeds"
