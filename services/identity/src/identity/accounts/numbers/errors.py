from kit.core.errors import TooManyRequests


class TooManyNumbers(TooManyRequests):
    """The hourly limit of attempted numbers is reached."""

    code = "identity_number.too_many_attempts"
    default_detail = "You've tried too many numbers. Wait before you enter another one."
