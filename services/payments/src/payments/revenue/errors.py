from typing import Self

from kit.core.errors import FieldProblem, Invalid


class BadPeriod(Invalid):
    """The requested days form no valid period."""

    @classmethod
    def for_field(cls, field: str) -> Self:
        """Build the error of a field; lists show it as a general error, having no such field."""
        return cls(fields=[FieldProblem(field=field, code=cls.code, message=cls.default_detail)])


class EndsFirst(BadPeriod):
    """The last day precedes the first."""

    code = "period.ends_before_start"
    default_detail = "Choose a last day on or after the first day."


class TooLong(BadPeriod):
    """The period is too long: all its payments are read at once."""

    code = "period.too_long"
    default_detail = "Choose a period of up to two years."
