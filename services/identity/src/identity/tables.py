"""What all tables of the service share."""

from datetime import datetime
from functools import partial
from uuid import UUID

from kit.database import tables
from kit.database.db import timestamp
from kit.documents import media
from sqlalchemy.orm import registry
from sqlmodel import SQLModel

metadata = tables.create_metadata()
media.discarded_files(metadata)


class Table(SQLModel, registry=registry(metadata=metadata)):
    """The base of the service's tables, in a registry of its own."""

    metadata = metadata


choice = partial(tables.choice, length=30)
"""A field that is one of the values, stored as its text."""


class AddressFields(SQLModel):
    """Where somebody is reached: `class Address(Table, AddressFields, table=True)`.

    Places are the catalogue's: their ids are opaque here, and their names are copied as they
    were read when the address was written.
    """

    country_id: UUID
    country_en: str
    country_ar: str
    state_id: UUID | None = None
    state_en: str | None = None
    state_ar: str | None = None
    city_id: UUID | None = None
    city_en: str | None = None
    city_ar: str | None = None
    line1: str
    line2: str | None = None
    postal_code: str | None = None
    updated_at: datetime = timestamp(default_now=True)
