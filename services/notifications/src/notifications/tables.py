from kit.database import tables
from kit.documents import media
from sqlalchemy.orm import registry
from sqlmodel import SQLModel

metadata = tables.create_metadata()
media.discarded_files(metadata)


class Table(SQLModel, registry=registry(metadata=metadata)):
    """Base of all tables, in a registry of its own."""

    metadata = metadata
