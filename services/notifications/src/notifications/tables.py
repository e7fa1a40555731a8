"""What all tables of the service share."""

from sqlalchemy.orm import registry
from sqlmodel import SQLModel


class Table(SQLModel, registry=registry()):
    """The base of this service's tables."""
