from kit.core.errors import TooManyRequests


class TooManyNumbers(TooManyRequests):
    """The hourly limit of attempted numbers is reached."""

    code = "identity_number.too_many_attempts"
    default_detail = "Too many numbers were tried. Wait before you give another one."
