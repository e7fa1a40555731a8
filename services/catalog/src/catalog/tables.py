"""What all tables of the service share."""

from functools import partial
from typing import Any

from kit import media, tables
from sqlalchemy import BigInteger, ColumnElement, Index, collate
from sqlalchemy.orm import Mapped, registry
from sqlmodel import Field, SQLModel

metadata = tables.named_metadata()
media.discarded_files(metadata)


class Table(SQLModel, registry=registry(metadata=metadata)):
    """The base of the service's tables, in a registry of its own."""

    metadata = metadata


choice = partial(tables.choice, length=20)
"""A field that is one of the values, stored as its text."""


def changed_field() -> Any:
    """The field `changed_in` of a table: the transaction that wrote the row last, which a trigger
    notes, whoever writes. The numbers only grow (`xid8`)."""
    return Field(default=None, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"})


def changed_index(table: str) -> Index:
    """What was changed since is found by it."""
    return Index(f"ix_{table}_changed_in", "changed_in")


def by_name(name: Mapped[str], collation: str = "und-x-icu") -> ColumnElement[str]:
    """The order of a dictionary: the database's own puts capitals and accents apart."""
    return collate(name, collation)
