"""The days of the platform begin and end in Riyadh, whatever the clock of a server or a caller."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

RIYADH = ZoneInfo("Asia/Riyadh")


def today() -> date:
    """The day that it is in Riyadh."""
    return datetime.now(RIYADH).date()
