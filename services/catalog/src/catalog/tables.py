"""What all tables of the service share."""

from enum import StrEnum
from functools import partial

from kit.database import search, tables
from kit.documents import media
from sqlalchemy import ColumnElement, collate
from sqlalchemy.orm import Mapped, registry
from sqlmodel import SQLModel

metadata = tables.create_metadata()
media.discarded_files(metadata)
search.search_documents(metadata)


class SearchKind(StrEnum):
    """Tables whose rows have search documents."""

    BATCH = "batch"


class Table(SQLModel, registry=registry(metadata=metadata)):
    """The base of the service's tables, in a registry of its own."""

    metadata = metadata


choice = partial(tables.choice, length=20)
"""A field that is one of the values, stored as its text."""


def by_name(name: Mapped[str], collation: str = "und-x-icu") -> ColumnElement[str]:
    """The order of a dictionary: the database's own puts capitals and accents apart."""
    return collate(name, collation)
