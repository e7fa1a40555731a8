"""When somebody who guesses has to wait: the lock-out."""

from datetime import timedelta

FREE_ATTEMPTS = 5
"""From this attempt on there is a wait: 30 s, doubled each time, at most 15 min. An hour without
an attempt starts the count anew."""
FREE_IN_TOTAL = 10
"""After so many attempts from no trusted device each needs a proof. An hour without one starts the
count anew."""
FREE_CODES_IN_TOTAL = 20
"""After so many codes for a user from no trusted device there is a wait for all of them."""
KEPT = timedelta(days=1)
