"""Attendance: who was in which session, marked in the hall, on a list or by themselves."""
