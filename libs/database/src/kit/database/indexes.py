"""Concurrent creation of indexes in migrations."""

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
    """Create an index concurrently, with the options of alembic's `create_index`.

    It commits the transaction before it, so the migration may do nothing else. A repeated run
    replaces an invalid index.
    """
    with op.get_context().autocommit_block():
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_concurrently=True, **options)


def drop_index(op: Operations, name: str, table: str) -> None:
    """Drop an index concurrently; the migration may do nothing else."""
    with op.get_context().autocommit_block():
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
