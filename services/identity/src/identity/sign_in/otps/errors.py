from kit.core.errors import Conflict, Invalid, TooManyRequests


class OtpWrong(Invalid):
    code = "one_time_code.invalid"
    default_detail = "Incorrect code. Check it and try again."


class OtpExpired(Conflict):
    """No valid code exists."""

    code = "one_time_code.expired"
    default_detail = "This code has expired. Request a new one."


class OtpExhausted(Conflict):
    """Too many wrong attempts: even the right digits are rejected."""

    code = "one_time_code.too_many_attempts"
    default_detail = "You entered too many wrong codes. Request a new one."


class OtpTooSoon(TooManyRequests):
    code = "one_time_code.too_soon"
    default_detail = "We just sent a code. Wait a moment before you request another one."


class OtpLimit(TooManyRequests):
    """Five codes were sent within the hour."""

    code = "one_time_code.limit_reached"
    default_detail = "You've requested too many codes. Try again in an hour."
