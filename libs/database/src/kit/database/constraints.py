"""Convert constraint violations into problems of the affected field.

A check before the write is not enough: two concurrent requests can both find a name free.
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
    """A violated unique or foreign key."""

    constraint: str
    table: str
    """Table of the constraint; if a row cannot be deleted, the table that refers to it."""
    column: str
    """Last column that PostgreSQL names; earlier ones only narrow the scope."""
    is_unique: bool


def parse_violation(error: IntegrityError | IntegrityConstraintViolationError) -> Violation | None:
    """Parse the violation from a database error; None for other errors."""
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
    """Convert violations of unique and foreign keys in the block into a 422 of their field.

    `named` maps constraint names to problems. The default is `taken` or `not_found` at the last
    column. Raises `Invalid`.
    """
    try:
        yield
    except IntegrityError as error:
        violation = parse_violation(error)
        if violation is None:
            raise
        problem = (named or {}).get(violation.constraint) or _plain(violation)
        raise Invalid(fields=[problem]) from error


def _plain(violation: Violation) -> FieldProblem:
    if violation.is_unique:
        return FieldProblem(
            field=violation.column,
            code="field.taken",
            message="This is already in use. Enter another value.",
        )
    return FieldProblem(
        field=violation.column, code="resource.not_found", message="Choose an existing record."
    )


@contextmanager
def as_problems(by_table: Mapping[str, type[Problem]], otherwise: type[Problem]) -> Iterator[None]:
    """Convert a failed deletion into the problem of the table that still refers to the row."""
    try:
        yield
    except IntegrityError as error:
        violation = parse_violation(error)
        if violation is None or violation.is_unique:
            raise
        raise by_table.get(violation.table, otherwise) from error
