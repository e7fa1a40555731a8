"""Refusals of numbers."""

from kit.core.errors import TooManyRequests


class TooManyNumbers(TooManyRequests):
    """More numbers were given within the hour than anybody has."""

    code = "identity_number.too_many_attempts"
    default_detail = "Too many numbers were tried. Wait before you give another one."
