"""Why a stream is refused."""

from kit.core.errors import TooManyRequests


class TooManyStreams(TooManyRequests):
    """A person has more streams open than anybody needs."""

    code = "notification_stream.limit_reached"
    default_detail = "Too many windows listen for your notifications already."
