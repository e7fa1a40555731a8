"""Secret feed links of organizations and trainers."""

from kit.domain.calendars import Feed

from catalog.tables import Table


class CalendarFeed(Table, Feed, table=True):
    """Feed of an organization or of a trainer's profile."""

    __tablename__ = "calendar_feeds"
