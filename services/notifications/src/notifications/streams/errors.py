from kit.core.errors import TooManyRequests


class TooManyStreams(TooManyRequests):
    """The user has too many open streams."""

    code = "notification_stream.limit_reached"
    default_detail = "You have too many windows open. Close some to receive live notifications."
