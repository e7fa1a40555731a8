from kit.core.errors import Conflict, NotFound


class ErasureRunning(Conflict):
    """The person is erased already, or a request is still open."""

    code = "erasure.already_open"
    default_detail = "The erasure has been requested already."


class ErasureNotFound(NotFound):
    code = "erasure.not_found"
    default_detail = "This request does not exist."


class ErasureNotOpen(Conflict):
    """Only a request that awaits its decision can be decided or withdrawn."""

    code = "erasure.already_decided"
    default_detail = "This request does not wait for a decision any more."
