"""Base class shared by the service's tables."""

from kit.database import tables
from sqlalchemy.orm import registry
from sqlmodel import SQLModel

metadata = tables.create_metadata()


class Table(SQLModel, registry=registry(metadata=metadata)):
    """Base of the service's tables, with its own metadata."""

    metadata = metadata
