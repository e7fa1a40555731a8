"""What is refused about candidates."""

from kit.errors import NotFound


class CandidateNotFound(NotFound):
    """There is no such candidate, or it is none of the caller's organization."""

    code = "candidate.not_found"
    default_detail = "This candidate does not exist."
