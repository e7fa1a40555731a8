"""Base class and columns shared by the service's tables."""

from enum import StrEnum
from functools import partial

from kit.database import search, tables
from kit.documents import media
from sqlalchemy.orm import registry
from sqlmodel import SQLModel

metadata = tables.create_metadata()
media.discarded_files(metadata)
search.search_documents(metadata)


class SearchKind(StrEnum):
    """Tables whose rows have search documents."""

    CHARGE = "charge"
    CREDIT = "credit"


class Table(SQLModel, registry=registry(metadata=metadata)):
    """Base of the service's tables, with its own metadata."""

    metadata = metadata


choice = partial(tables.choice, length=20)
"""Define an enum field stored as text."""
