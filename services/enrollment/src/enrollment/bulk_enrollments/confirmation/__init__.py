"""From the confirmation to the end: enrollments, admission, payment."""
