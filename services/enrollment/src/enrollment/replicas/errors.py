"""Why a batch cannot be shown."""

from kit.core.errors import NotFound


class BatchUnknown(NotFound):
    """Enrollment has not heard of the batch, or it is not published."""

    code = "batch.not_found"
    default_detail = "This batch does not exist, or was published only a moment ago."


class NotKnownYet(Exception):
    """What an event is about is not here. The event is handled again later, and then parked: money
    must not be forgotten."""
