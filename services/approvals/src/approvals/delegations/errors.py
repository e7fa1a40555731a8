"""Why a delegation cannot be ended."""

from kit.core.errors import Conflict, NotFound


class DelegationNotFound(NotFound):
    """There is no such delegation of the caller's."""

    code = "delegation.not_found"
    default_detail = "This delegation does not exist."


class DelegationEnded(Conflict):
    """It is over."""

    code = "delegation.ended"
    default_detail = "This delegation is over already."
