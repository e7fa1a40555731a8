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
    """Base class of the service's tables, with a separate registry."""

    metadata = metadata


choice = partial(tables.choice, length=30)
"""Field of an enum that is stored as text."""


class AddressFields(SQLModel):
    """Columns of an address, for `class Address(Table, AddressFields, table=True)`.

    Places are the catalogue's: IDs are opaque here, and names are copied as of the time of writing.
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
