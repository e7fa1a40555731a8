"""Addresses."""

from datetime import datetime
from uuid import UUID

from kit.db import timestamp
from sqlmodel import Field, SQLModel

from identity.tables import Table


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


class Address(Table, AddressFields, table=True):
    """Where a profile's owner is reached."""

    __tablename__ = "addresses"

    profile_id: UUID = Field(foreign_key="profiles.id", primary_key=True)
