from kit.core.errors import Conflict, Invalid, TooManyRequests


class OtpWrong(Invalid):
    code = "one_time_code.invalid"
    default_detail = "The code is not right."


class OtpExpired(Conflict):
    """No valid code exists."""

    code = "one_time_code.expired"
    default_detail = "This code is no longer valid. Ask for a new one."


class OtpExhausted(Conflict):
    """Too many wrong attempts: even the right digits are rejected."""

    code = "one_time_code.too_many_attempts"
    default_detail = "The code was wrong too often. Ask for a new one."


class OtpTooSoon(TooManyRequests):
    code = "one_time_code.too_soon"
    default_detail = "A code was sent a moment ago. Wait before you ask for another one."


class OtpLimit(TooManyRequests):
    """Five codes were sent within the hour."""

    code = "one_time_code.limit_reached"
    default_detail = "Too many codes were sent. Try again in an hour."
