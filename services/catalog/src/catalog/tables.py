"""What all tables of the service share."""

from functools import partial

from kit import media, tables
from sqlalchemy import Column, ColumnElement, Computed, Index, Text, collate
from sqlalchemy.orm import Mapped, registry
from sqlmodel import SQLModel

metadata = tables.named_metadata()
media.discarded_files(metadata)


class Table(SQLModel, registry=registry(metadata=metadata)):
    """The base of the service's tables, in a registry of its own."""

    metadata = metadata


choice = partial(tables.choice, length=20)
"""A field that is one of the values, stored as its text."""


def search_column(expression: str) -> Column[str]:
    """A stored column with the text that a list is searched by.

    `search_fold` is our database function that makes texts comparable: it levels case, accents
    and the forms of Arabic letters.
    """
    computed = Computed(f"search_fold({expression})", persisted=True)
    return Column("search", Text, computed, nullable=False)


def by_name(name: Mapped[str]) -> ColumnElement[str]:
    """The order of a dictionary: the database's own puts capitals and accents apart."""
    return collate(name, "und-x-icu")


def search_index(table: str) -> Index:
    """The trigram index that makes `search LIKE '%…%'` quick."""
    return Index(
        f"ix_{table}_search",
        "search",
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
