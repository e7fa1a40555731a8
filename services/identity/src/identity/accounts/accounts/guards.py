"""Who may call the routes of the own account."""

from typing import Annotated

from kit.security.auth import Gate, Principal, guard

AccountOwnerDep = Annotated[Principal, guard(exempt=set(Gate) - {Gate.VERIFICATION})]
"""A verified user. What they fill in opens the other gates, so they need to pass none of them."""
