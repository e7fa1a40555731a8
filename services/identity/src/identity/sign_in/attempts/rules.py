"""The lock-out: waits and proofs after failed attempts."""

from datetime import timedelta

FREE_ATTEMPTS = 5
"""From this attempt on there is a wait, doubled each time."""
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 30, 15 * 60
FORGOTTEN_AFTER = timedelta(hours=1)
"""So long without an attempt starts a count from one."""
FREE_IN_TOTAL = 10
"""After so many attempts from no trusted device each needs a proof."""
FREE_CODES_IN_TOTAL = 20
"""After so many codes for a user from no trusted device there is a wait for all of them."""
KEPT = timedelta(days=1)
"""How long a count is stored after its last attempt."""
