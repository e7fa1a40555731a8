"""Statements for `Database.raw_connection`, written in SQLAlchemy and compiled once.

SQLAlchemy puts a statement together for each execution; here its text is made once, and asyncpg
sends it as it is. For the few hot paths where that shows.
"""

from dataclasses import dataclass
from typing import Any

import asyncpg
from sqlalchemy import ClauseElement
from sqlalchemy.dialects.postgresql.asyncpg import PGCompiler_asyncpg, PGDialect_asyncpg


class _Compiler(PGCompiler_asyncpg):
    """Writes constants into the text, so that PostgreSQL can plan by them and use partial
    indexes; what has no value yet is a parameter."""

    def visit_bindparam(self, bindparam: Any, *args: Any, **options: Any) -> Any:
        options["literal_binds"] = not (bindparam.required or bindparam.callable)
        return super().visit_bindparam(bindparam, *args, **options)  # type: ignore[no-untyped-call]


class _Dialect(PGDialect_asyncpg):
    statement_compiler = _Compiler


@dataclass(frozen=True, slots=True)
class RawStatement:
    """A statement as asyncpg takes it, and the names of its parameters in their order."""

    sql: str
    parameters: tuple[str, ...]

    async def fetch_row(self, connection: asyncpg.Connection, **values: Any) -> Any:
        """The first row, a mapping of its columns, or None."""
        return await connection.fetchrow(self.sql, *[values[name] for name in self.parameters])


def compile_statement(statement: ClauseElement) -> RawStatement:
    """The text of a statement; each `bindparam` without a value is a parameter of its name."""
    text = _Compiler(_Dialect(), statement)  # type: ignore[no-untyped-call]
    return RawStatement(text.string, tuple(text.positiontup or ()))
