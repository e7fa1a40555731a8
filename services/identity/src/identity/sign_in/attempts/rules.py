"""Lock-out: waits and proofs of work after failed attempts."""

from datetime import timedelta

FREE_ATTEMPTS = 5
"""Number of failed attempts before the first wait; later waits double."""
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 30, 15 * 60
FORGOTTEN_AFTER = timedelta(hours=1)
"""Time without attempts after which a count restarts."""
FREE_IN_TOTAL = 10
"""Failed attempts from untrusted devices before a proof of work is required."""
FREE_CODES_IN_TOTAL = 20
"""Wrong codes from untrusted devices before all of these must wait."""
RETENTION = timedelta(days=1)
"""Retention of a count after its last attempt."""
