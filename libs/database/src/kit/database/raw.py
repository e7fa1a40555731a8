"""SQLAlchemy statements for `Database.raw_connection`, compiled once."""

from dataclasses import dataclass
from typing import Any

import asyncpg
from sqlalchemy import ClauseElement
from sqlalchemy.dialects.postgresql.asyncpg import PGCompiler_asyncpg, PGDialect_asyncpg


class _Compiler(PGCompiler_asyncpg):
    """Render constants as literals, so that PostgreSQL plans with them and uses partial indexes.

    Only values unknown at compile time are parameters.
    """

    def visit_bindparam(self, bindparam: Any, *args: Any, **options: Any) -> Any:
        options["literal_binds"] = not (bindparam.required or bindparam.callable)
        return super().visit_bindparam(bindparam, *args, **options)  # type: ignore[no-untyped-call]


class _Dialect(PGDialect_asyncpg):
    statement_compiler = _Compiler


@dataclass(frozen=True, slots=True)
class RawStatement:
    """A compiled statement with its parameter names in order."""

    sql: str
    parameters: tuple[str, ...]

    async def fetch_row(self, connection: asyncpg.Connection, **values: Any) -> Any:
        """Return the first row as a mapping, or None."""
        return await connection.fetchrow(self.sql, *[values[name] for name in self.parameters])


def compile_statement(statement: ClauseElement) -> RawStatement:
    """Compile a statement; each `bindparam` without a value becomes a parameter."""
    text = _Compiler(_Dialect(), statement)  # type: ignore[no-untyped-call]
    return RawStatement(text.string, tuple(text.positiontup or ()))
