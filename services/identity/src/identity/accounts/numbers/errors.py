"""Refusals of numbers."""

from kit.core.errors import TooManyRequests


class TooManyNumbers(TooManyRequests):
    """More numbers were given within the hour than anybody has."""

    code = "number.limit"
    default_detail = "Too many numbers were tried. Wait before you give another one."
