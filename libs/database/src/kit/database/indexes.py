"""Indexes of tables that are in use, for a service's migrations."""

from collections.abc import Sequence
from typing import Any

from alembic.operations import Operations
from sqlalchemy import ColumnElement, TextClause


def create_index(
    op: Operations,
    name: str,
    table: str,
    columns: Sequence[str | TextClause | ColumnElement[Any]],
    **options: Any,
) -> None:
    """Create an index while the table is written to, with the options of alembic's `create_index`.

    The transaction before it is committed, so a migration does nothing else. Run once more after it
    was interrupted, it replaces the invalid index that was left behind.
    """
    with op.get_context().autocommit_block():
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_concurrently=True, **options)


def drop_index(op: Operations, name: str, table: str) -> None:
    """Drop an index while the table is read and written to; a migration does nothing else."""
    with op.get_context().autocommit_block():
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
