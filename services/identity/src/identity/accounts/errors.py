"""Turning the database's refusal of a second one into a field error."""

from collections.abc import Iterator
from contextlib import contextmanager

from kit.errors import FieldProblem, Invalid
from sqlalchemy.exc import IntegrityError

TAKEN = {
    "username": FieldProblem(
        field="username", code="username.taken", message="This username is taken."
    ),
    "civil_number": FieldProblem(
        field="civil_number",
        code="civil_number.taken",
        message="Another account uses this number already.",
    ),
}
"""What must be unique among users, by column."""


@contextmanager
def taken_is_a_field_error() -> Iterator[None]:
    """Around a flush: two who take the same name at once must not both get it, nor a 500."""
    try:
        yield
    except IntegrityError as error:
        message = str(error.orig)
        for column, problem in TAKEN.items():
            if f"uq_users_{column}" in message:
                raise Invalid(fields=[problem]) from error
        raise
