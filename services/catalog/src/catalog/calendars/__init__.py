"""Calendars: sessions by day, iCalendar files of batches, and feeds with secret links."""
