"""What is refused about erasures."""

from kit.core.errors import Conflict, NotFound


class ErasureRunning(Conflict):
    """The person is erased already, or a request has not come to its end."""

    code = "erasure.already_open"
    default_detail = "The erasure has been requested already."


class ErasureNotFound(NotFound):
    """There is no such request, or it is somebody else's."""

    code = "erasure.not_found"
    default_detail = "This request does not exist."


class ErasureNotOpen(Conflict):
    """Only what waits for a decision is decided or withdrawn."""

    code = "erasure.already_decided"
    default_detail = "This request does not wait for a decision any more."
