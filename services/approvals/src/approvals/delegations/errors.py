"""Why a delegation cannot be ended."""

from kit.core.errors import Conflict, NotFound


class DelegationNotFound(NotFound):
    """There is no such delegation of the caller's."""

    code = "approvals.delegation_not_found"
    default_detail = "This delegation does not exist."


class DelegationEnded(Conflict):
    """It is over."""

    code = "approvals.delegation_ended"
    default_detail = "This delegation is over already."
