"""What is refused about candidates."""

from kit.core.errors import Conflict, NotFound


class CandidateNotFound(NotFound):
    """There is no such candidate, or it is none of the caller's organization."""

    code = "candidate.not_found"
    default_detail = "This candidate does not exist."


class NotInvited(Conflict):
    """No invitation waits for an answer, or the account is disabled."""

    code = "candidate.not_invited"
    default_detail = "This candidate does not wait for an invitation."
