from kit.core.errors import Conflict, NotFound


class CandidateNotFound(NotFound):
    """The candidate does not exist or is not one of the caller's organization."""

    code = "candidate.not_found"
    default_detail = "We couldn't find this candidate."


class NotInvited(Conflict):
    """No invitation is open, or the account is disabled."""

    code = "candidate.not_invited"
    default_detail = "This candidate has no pending invitation."
