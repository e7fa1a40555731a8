"""Why a period has no revenue to show."""

from typing import Self

from kit.core.errors import FieldProblem, Invalid


class BadPeriod(Invalid):
    """The days that are asked for are no period, or too long a one."""

    @classmethod
    def at(cls, field: str) -> Self:
        """The problem of a field; a list shows it as a whole, for it has no such field."""
        return cls(fields=[FieldProblem(field=field, code=cls.code, message=cls.default_detail)])


class EndsFirst(BadPeriod):
    """The last day comes before the first."""

    code = "period.ends_before_start"
    default_detail = "The period must end after it begins."


class TooLong(BadPeriod):
    """All money of a period is read at once."""

    code = "period.too_long"
    default_detail = "At most two years at once."
