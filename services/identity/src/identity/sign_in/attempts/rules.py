"""The lock-out: waits and proofs after failed attempts."""

from datetime import timedelta

FREE_ATTEMPTS = 5
"""The failed attempt that is followed by the first wait; later waits double."""
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 30, 15 * 60
FORGOTTEN_AFTER = timedelta(hours=1)
"""A count starts again after so long without an attempt."""
FREE_IN_TOTAL = 10
"""Failed attempts without a proof of work, from devices that are not trusted."""
FREE_CODES_IN_TOTAL = 20
"""The number of the wrong code from an untrusted device that is followed by a wait for all."""
KEPT = timedelta(days=1)
"""Retention of a count after its last attempt."""
