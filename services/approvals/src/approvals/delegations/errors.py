from kit.core.errors import Conflict, NotFound


class DelegationNotFound(NotFound):
    """The caller has no such delegation."""

    code = "delegation.not_found"
    default_detail = "We couldn't find this delegation."


class DelegationEnded(Conflict):
    """The delegation already ended."""

    code = "delegation.ended"
    default_detail = "This delegation has already ended."
