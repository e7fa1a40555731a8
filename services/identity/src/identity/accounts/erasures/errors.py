from kit.core.errors import Conflict, NotFound


class ErasureRunning(Conflict):
    """The person is erased already, or a request is still open."""

    code = "erasure.already_open"
    default_detail = "The erasure has already been requested."


class ErasureNotFound(NotFound):
    code = "erasure.not_found"
    default_detail = "We couldn't find this request."


class ErasureNotOpen(Conflict):
    """Only a request that awaits its decision can be decided or withdrawn."""

    code = "erasure.already_decided"
    default_detail = "This request is no longer waiting for a decision."
