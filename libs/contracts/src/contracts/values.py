"""Enums in events that may contain values of newer publishers.

Publishers and routes know all values of their enums. Consumers may be older: an unknown value is
not a member, but has the enum's type, so it is forwarded, stored and compared, and matches no
`case`.
"""

from enum import StrEnum
from typing import Annotated, Any, TypeVar

from pydantic import GetCoreSchemaHandler, ValidationError, ValidatorFunctionWrapHandler
from pydantic_core import CoreSchema, core_schema

E = TypeVar("E", bound=StrEnum)


def parse_member(kind: type[E], value: str) -> E:
    """Return the member with this value, or an unknown value of the same type."""
    try:
        return kind(value)
    except ValueError:
        unknown = str.__new__(kind, value)
        unknown._value_ = value
        # Not a valid Python name, so it never equals a member's.
        unknown._name_ = f"<{value}>"
        return unknown


def is_known(value: StrEnum) -> bool:
    """Tell if the value is a member that this process knows."""
    return value in type(value)


class _Open:
    """Marks a field that accepts unknown values."""

    def __get_pydantic_core_schema__(
        self, source: type[StrEnum], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Extend the enum's schema to keep unknown values."""

        def read(value: Any, validate: ValidatorFunctionWrapHandler) -> StrEnum:
            if isinstance(value, source):
                return value
            try:
                known: StrEnum = validate(value)
            except ValidationError:
                if not isinstance(value, str) or not value:
                    raise
                return parse_member(source, value)
            return known

        return core_schema.no_info_wrap_validator_function(read, handler(source))


Open = Annotated[E, _Open()]
"""Field type of events: `status: Open[EnrollmentStatus]`."""
