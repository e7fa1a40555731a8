"""Import rows by the same rules as a form.

A check creates all rows in a transaction that is rolled back. So it finds every problem of the real
import, such as codes of an earlier row and trainers' clashes.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from kit.core.errors import FieldProblem, Invalid, Problem
from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.domain.hijri import HijriUnconfirmed
from kit.security.auth import NotAllowed, Principal
from kit.security.rate_limiter import RateLimiter
from kit.spreadsheets.sheets import Column, Limits, Line, Sheet, find_columns, is_example

from catalog.batches.errors import TrainerClash
from catalog.imports.columns import Cells
from catalog.imports.errors import ImportChanged, RowsInvalid
from catalog.imports.queries import Names, get_names
from catalog.imports.schemas import ImportCheck, ImportColumn, Imported, ImportRow
from catalog.trainings.errors import OrganizationUnknown, TrainingArchived


@dataclass(frozen=True, slots=True)
class Kind:
    """Import kind, trainings or batches: parses rows and creates drafts."""

    columns: Callable[[Names, bool], list[Column]]
    """Columns of the template, with drop-down choices in Arabic or English."""
    read: Callable[[Cells, Names], Any]
    """Parse cells into a form's body; None if they have problems."""
    show: Callable[[int, Cells, Names, Any], ImportRow]
    """Preview a row by its number."""
    create: Callable[[AsyncSession, Principal, Any], Awaitable[Any]]
    columns_of_fields: Mapping[str, str]
    """Maps fields of the body to columns with other names."""


LIMITS = Limits(rows=200, megabytes=5, characters=20_000)
IMPORT_LIMIT = RateLimiter(120, timedelta(hours=1))
"""Files that a user may check or import."""
_COLUMN_OF_PROBLEM: Mapping[type[Problem], str] = {
    TrainingArchived: "training",
    TrainerClash: "trainer",
}


@dataclass
class _RolledBack(Exception):
    """Rolls back a transaction."""

    rows: list[ImportRow]
    bodies: list[Any]


async def get_columns(
    session: AsyncSession, actor: Principal, kind: Kind, language: str
) -> list[Column]:
    """Return the template's columns."""
    return kind.columns(await get_names(session, _scope(actor)), language == "ar")


async def check_import(
    database: Database, actor: Principal, kind: Kind, sheet: Sheet
) -> ImportCheck:
    """Preview a file's rows; nothing is created.

    Raises `Invalid` for the field `file` if the columns differ from the template's, and
    `OrganizationUnknown`.
    """
    rehearsed = await _rehearse(database, actor, kind, sheet)
    names = Names([], [], [], [])
    columns = [
        ImportColumn(name=column.name, en=column.en, ar=column.ar)
        for column in kind.columns(names, False)
    ]
    return ImportCheck(columns=columns, rows=rehearsed.rows)


async def create_import(
    database: Database,
    actor: Principal,
    kind: Kind,
    sheet: Sheet,
    *,
    leave_out: bool,
    hijri_confirmed: bool,
) -> Imported:
    """Create drafts of all rows, or with `leave_out` of the valid ones.

    Codes are unique, so importing a file again creates nothing. Raises the errors of
    `check_import`, `HijriUnconfirmed`, `RowsInvalid`, and `ImportChanged` if a row became invalid.
    """
    rehearsed = await _rehearse(database, actor, kind, sheet)
    invalid = len(rehearsed.rows) - len(rehearsed.bodies)
    if invalid and not leave_out:
        raise RowsInvalid
    hijri_days = [
        (f"rows.{row.number}.{each.column}", each)
        for row in rehearsed.rows
        if not row.problems
        for each in row.hijri_days
    ]
    if hijri_days and not hijri_confirmed:
        raise HijriUnconfirmed(hijri_days)
    async with database.transaction() as session:
        await _lock(session, actor)
        try:
            for body in rehearsed.bodies:
                await kind.create(session, actor, body)
        except Problem as error:
            raise ImportChanged from error
    return Imported(created=len(rehearsed.bodies), left_out=invalid)


async def _rehearse(database: Database, actor: Principal, kind: Kind, sheet: Sheet) -> _RolledBack:
    try:
        async with database.transaction() as session:
            await _lock(session, actor)
            names = await get_names(session, _scope(actor))
            lines, places = _read_lines(sheet, kind, names)
            rehearsed = _RolledBack([], [])
            required = [column.name for column in kind.columns(names, False) if column.required]
            for line in lines:
                texts = {name: line.cells[place] for name, place in places.items()}
                cells = Cells(texts, required)
                body = kind.read(cells, names)
                if not cells.problems:
                    await _try(session, actor, kind, cells, body)
                rehearsed.rows.append(kind.show(line.number, cells, names, body))
                if not cells.problems:
                    rehearsed.bodies.append(body)
            raise rehearsed
    except _RolledBack as done:
        return done


async def _try(
    session: AsyncSession, actor: Principal, kind: Kind, cells: Cells, body: Any
) -> None:
    try:
        async with session.begin_nested():
            await kind.create(session, actor, body)
    except OrganizationUnknown:
        raise
    except Problem as error:
        column = _COLUMN_OF_PROBLEM.get(type(error), "code")
        whole = FieldProblem(field=column, code=error.code, message=error.detail)
        cells.refuse(error.fields or [whole], kind.columns_of_fields)


def _read_lines(sheet: Sheet, kind: Kind, names: Names) -> tuple[list[Line], Mapping[str, int]]:
    """Return the rows without the template's example, and the positions of the columns.

    Raises `Invalid`.
    """
    templates = [kind.columns(names, in_arabic) for in_arabic in (False, True)]
    places = find_columns(sheet.headings, templates[0])
    if any(column.required and column.name not in places for column in templates[0]):
        raise Invalid.field(
            "file",
            "import.columns_missing",
            "Some columns are missing. Start from the template and keep its headings.",
        )
    lines = [line for line in sheet.lines if not _is_example(line, places, templates)]
    if not lines:
        raise Invalid.field("file", "sheet.empty", "Add at least one row below the headings.")
    return lines, places


def _is_example(
    line: Line, places: Mapping[str, int], templates: Sequence[Sequence[Column]]
) -> bool:
    return any(is_example(line, places, columns) for columns in templates)


async def _lock(session: AsyncSession, actor: Principal) -> None:
    """Serialize an organization's imports: concurrent ones would both find codes free."""
    await db.advisory_lock(session, f"import:{_scope(actor)}")


def _scope(actor: Principal) -> UUID:
    if actor.scope is None:
        raise NotAllowed
    return actor.scope
