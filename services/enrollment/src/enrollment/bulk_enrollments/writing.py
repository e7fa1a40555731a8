"""Writing many rows with one statement each."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from kit.database.db import AsyncSession
from pydantic_core import to_json
from sqlalchemy import ARRAY, Integer, Text, cast, func, literal, select, update
from sqlalchemy import column as sql_column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkRow


async def plan_for_many(session: AsyncSession) -> None:
    """Let the statements of this transaction join and group by hashing.

    The rows are newer than the table's statistics: the planner expects a handful, and would compare
    each of ten thousand with each, and sort them to count a few.
    """
    await session.execute(_BY_HASHING)


_BY_HASHING = select(
    *(func.set_config(name, "off", True) for name in ("enable_nestloop", "enable_sort"))
)


def given_rows(rows: Sequence[Any], columns: Mapping[str, Any]) -> Any:
    """Rows that a statement is given, as a table of these columns with their types."""
    # As one text: thousands of parameters would each be put into the statement by themselves.
    sent = cast(literal(to_json(rows).decode(), Text), JSONB)
    return (
        func.jsonb_to_recordset(sent)
        .table_valued(*(sql_column(name, kind) for name, kind in columns.items()))
        .render_derived(name="given", with_types=True)
    )


async def write_rows(session: AsyncSession, bulk_id: UUID, rows: Sequence[dict[str, Any]]) -> None:
    """Write these columns of these rows with one statement; each has its `number`."""
    types = BulkRow.__table__.c  # type: ignore[attr-defined]
    given = given_rows(rows, {name: types[name].type for name in rows[0]})
    numbers = literal([row["number"] for row in rows], ARRAY(Integer))
    await plan_for_many(session)
    await session.execute(
        update(BulkRow)
        .where(
            col(BulkRow.bulk_enrollment_id) == bulk_id,
            # So that these alone are read, and not all of the file.
            col(BulkRow.number) == func.any(numbers),
            col(BulkRow.number) == given.c.number,
        )
        .values({name: given.c[name] for name in rows[0] if name != "number"})
        .execution_options(synchronize_session=False)
    )
