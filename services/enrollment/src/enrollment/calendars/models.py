"""The secret links by which candidates follow their sessions."""

from kit.domain.calendars import Feed

from enrollment.tables import Table


class CalendarFeed(Table, Feed, table=True):
    """The link of a candidate's profile."""

    __tablename__ = "calendar_feeds"
