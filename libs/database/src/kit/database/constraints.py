"""What the database's constraints refuse, said at the field that it is about.

A query before the write cannot say it: two who take the same name at once would both find it free.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from asyncpg.exceptions import (
    ForeignKeyViolationError,
    IntegrityConstraintViolationError,
    UniqueViolationError,
)
from kit.core.errors import FieldProblem, Invalid, Problem
from sqlalchemy.exc import IntegrityError

_KEY = re.compile(r"Key \((?:\w+, )*(\w+)\)")


@dataclass(frozen=True, slots=True)
class Violation:
    """A unique value that is taken, or a row that another row refers to and that is not there."""

    constraint: str
    table: str
    """Whose constraint it is; when a row cannot be deleted, the table that refers to it."""
    column: str
    """The last that PostgreSQL names; those before it only narrow where it counts."""
    is_unique: bool


def violation_of(error: IntegrityError | IntegrityConstraintViolationError) -> Violation | None:
    """What an error of a write says; None when it is of another kind."""
    cause: BaseException | None = error
    if isinstance(error, IntegrityError):
        cause = error.orig.__cause__ if error.orig else None
    if not isinstance(cause, UniqueViolationError | ForeignKeyViolationError):
        return None
    key = _KEY.search(cause.detail or "")
    return Violation(
        constraint=cause.constraint_name or "",
        table=cause.table_name or "",
        column=key.group(1) if key else "body",
        is_unique=isinstance(cause, UniqueViolationError),
    )


@contextmanager
def as_field_problems(named: Mapping[str, FieldProblem] | None = None) -> Iterator[None]:
    """Around a flush: what a unique or foreign key refuses becomes a 422 of its field.

    `named` is what to say of a constraint, by its name; otherwise it is `taken` or `not_found` at
    the constraint's last column. Raises `Invalid`.
    """
    try:
        yield
    except IntegrityError as error:
        violation = violation_of(error)
        if violation is None:
            raise
        problem = (named or {}).get(violation.constraint) or _plain(violation)
        raise Invalid(fields=[problem]) from error


def _plain(violation: Violation) -> FieldProblem:
    if violation.is_unique:
        return FieldProblem(
            field=violation.column, code="field.taken", message="This is taken already."
        )
    return FieldProblem(
        field=violation.column, code="resource.not_found", message="This does not exist."
    )


@contextmanager
def as_problems(by_table: Mapping[str, type[Problem]], otherwise: type[Problem]) -> Iterator[None]:
    """Around the deletion of a row: the problem of the table that still refers to it."""
    try:
        yield
    except IntegrityError as error:
        violation = violation_of(error)
        if violation is None or violation.is_unique:
            raise
        raise by_table.get(violation.table, otherwise) from error
