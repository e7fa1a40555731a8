from kit.domain.calendars import Feed

from enrollment.tables import Table


class CalendarFeed(Table, Feed, table=True):
    """A candidate's secret calendar link."""

    __tablename__ = "calendar_feeds"
