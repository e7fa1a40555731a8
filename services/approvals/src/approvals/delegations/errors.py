from kit.core.errors import Conflict, NotFound


class DelegationNotFound(NotFound):
    """The caller has no such delegation."""

    code = "delegation.not_found"
    default_detail = "This delegation does not exist."


class DelegationEnded(Conflict):
    """The delegation already ended."""

    code = "delegation.ended"
    default_detail = "This delegation is over already."
