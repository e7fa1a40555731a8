from kit.core.errors import Conflict, NotFound


class CandidateNotFound(NotFound):
    """The candidate does not exist or is not one of the caller's organization."""

    code = "candidate.not_found"
    default_detail = "This candidate does not exist."


class NotInvited(Conflict):
    """No invitation is open, or the account is disabled."""

    code = "candidate.not_invited"
    default_detail = "This candidate does not wait for an invitation."
