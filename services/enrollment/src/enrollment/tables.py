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

    ENROLLMENT = "enrollment"


class Table(SQLModel, registry=registry(metadata=metadata)):
    """Base of the service's tables, with its own registry."""

    metadata = metadata


text_enum = partial(tables.text_enum, length=24)
"""Text column with an enum's values, constrained by `check`."""
