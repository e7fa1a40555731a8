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
    """Tables with search documents."""

    BATCH = "batch"


class Table(SQLModel, registry=registry(metadata=metadata)):
    """Base of all tables, in a registry of its own."""

    metadata = metadata


choice = partial(tables.choice, length=20)
"""Field for one of the enum's values, stored as text."""


def sort_by_name(name: Mapped[str], collation: str = "und-x-icu") -> ColumnElement[str]:
    """Sort like a dictionary; the database's default separates capitals and accents."""
    return collate(name, collation)
