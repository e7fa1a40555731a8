"""Enums in events that a newer publisher may know more values of.

A status, a purpose, a result or a reason is an enum. Its publisher and its routes know all of its
values. A consumer may be older: to it a value that it does not know is no member, but still of the
enum's type, so that it is handed on, stored and compared, and meets no `case`.
"""

from enum import StrEnum
from typing import Annotated, Any, TypeVar

from pydantic import GetCoreSchemaHandler, ValidationError, ValidatorFunctionWrapHandler
from pydantic_core import CoreSchema, core_schema

E = TypeVar("E", bound=StrEnum)


def member_of(kind: type[E], value: str) -> E:
    """The member with this value, or for any other text something of the same type."""
    try:
        return kind(value)
    except ValueError:
        unknown = str.__new__(kind, value)
        unknown._value_ = value
        # No name of Python's, so it is never taken for a member.
        unknown._name_ = f"<{value}>"
        return unknown


def is_known(value: StrEnum) -> bool:
    """Whether it is a member, so that this process knows what it means."""
    return value in type(value)


class _Open:
    """Marks a field whose unknown values are read."""

    def __get_pydantic_core_schema__(
        self, source: type[StrEnum], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """The enum's own schema, behind which unknown values are kept."""

        def read(value: Any, validate: ValidatorFunctionWrapHandler) -> StrEnum:
            if isinstance(value, source):
                return value
            try:
                known: StrEnum = validate(value)
            except ValidationError:
                if not isinstance(value, str) or not value:
                    raise
                return member_of(source, value)
            return known

        return core_schema.no_info_wrap_validator_function(read, handler(source))


Open = Annotated[E, _Open()]
"""The type of an event's field: `status: Open[EnrollmentStatus]`."""
