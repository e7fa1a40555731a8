"""Writing rows so that what the database refuses is told at the field it is about."""

import re
from collections.abc import Mapping

from asyncpg.exceptions import ForeignKeyViolationError, UniqueViolationError
from kit.db import AsyncSession
from kit.errors import Conflict, Invalid
from sqlalchemy.exc import IntegrityError

from catalog.tables import Table

KEY = re.compile(r"Key \((?:\w+, )*(\w+)\)")


class InUse(Conflict):
    """Something else refers to it; the subclasses say what."""

    code = "catalog.in_use"
    default_detail = "It is still used elsewhere and cannot be deleted."


class UsedByStates(InUse):
    """A country with states."""

    code = "catalog.used_by_states"
    default_detail = "States belong to this country. Delete them first."


class UsedByCities(InUse):
    """A country or state with cities."""

    code = "catalog.used_by_cities"
    default_detail = "Cities belong to it. Delete them or move them elsewhere first."


class UsedByBatches(InUse):
    """A city where batches take place, or took place."""

    code = "catalog.used_by_batches"
    default_detail = "Batches take place in this city. Deactivate it instead of deleting it."


class UsedBySubcategories(InUse):
    """A main category with subcategories."""

    code = "catalog.used_by_subcategories"
    default_detail = "This category has subcategories. Delete them or move them elsewhere first."


class UsedByTrainings(InUse):
    """A category with trainings, public or not."""

    code = "catalog.used_by_trainings"
    default_detail = "Trainings belong to this category. Move them to another one first."


_USERS: Mapping[str, type[InUse]] = {
    "states": UsedByStates,
    "cities": UsedByCities,
    "batches": UsedByBatches,
    "categories": UsedBySubcategories,
    "trainings": UsedByTrainings,
}
"""By the table that refers to what was to be deleted."""


class StaleEdit(Conflict):
    """The editor had read an older version."""

    code = "catalog.stale_edit"
    default_detail = "Somebody else has changed this meanwhile. Load it again before you change it."


async def save(session: AsyncSession, row: Table) -> None:
    """Write a new or changed row now. Raises `Invalid` when a unique value is taken, or when a
    row that it refers to does not exist."""
    session.add(row)
    try:
        await session.flush()
    except IntegrityError as error:
        cause = error.orig.__cause__ if error.orig else None
        if isinstance(cause, UniqueViolationError):
            raise Invalid.field(_field(cause), "taken", "This is taken already.") from error
        if isinstance(cause, ForeignKeyViolationError):
            raise Invalid.field(_field(cause), "not_found", "This does not exist.") from error
        raise


async def remove(session: AsyncSession, row: Table) -> None:
    """Delete a row now. Raises the `InUse` of the table that refers to it."""
    await session.delete(row)
    try:
        await session.flush()
    except IntegrityError as error:
        cause = error.orig.__cause__ if error.orig else None
        if isinstance(cause, ForeignKeyViolationError):
            raise _USERS.get(cause.table_name or "", InUse) from error
        raise


def _field(error: UniqueViolationError | ForeignKeyViolationError) -> str:
    """The last column that PostgreSQL names; those before it only narrow where it counts."""
    found = KEY.search(error.detail or "")
    return found.group(1) if found else "body"
