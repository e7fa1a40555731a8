"""What all tables of the service share."""

from kit.database import tables
from sqlalchemy.orm import registry
from sqlmodel import SQLModel

metadata = tables.create_metadata()


class Table(SQLModel, registry=registry(metadata=metadata)):
    """The base of the service's tables, in a registry of its own."""

    metadata = metadata
