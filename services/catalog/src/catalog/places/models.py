from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.search import search_field, search_index
from sqlalchemy import Index
from sqlmodel import Field

from catalog.tables import Table


class Country(Table, table=True):
    """Country of ISO 3166-1."""

    __tablename__ = "countries"
    __table_args__ = (search_index("countries"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    code: str = Field(max_length=2, unique=True)
    """ISO 3166-1 alpha-2."""
    alpha3: str = Field(max_length=3, unique=True)
    numeric_code: str = Field(max_length=3)
    name_en: str
    name_ar: str
    calling_code: str | None = None
    """Includes the plus sign, as in `+966`."""
    flag_emoji: str
    flag_version: str | None = None
    """Token in the uploaded flag's URL; None shows the emoji."""
    active: bool = True
    edited_at: datetime | None = timestamp(nullable=True)
    """Time of an admin's edit; the reference data does not overwrite such rows."""
    created_at: datetime = timestamp(default_now=True)
    search: str = search_field("name_en", "name_ar", "code", "alpha3")

    @property
    def flag_url(self) -> str | None:
        """Return the uploaded flag's URL; None if there is only the emoji."""
        version = self.flag_version
        return f"/api/v1/countries/{self.id}/flag?v={version}" if version else None


class State(Table, table=True):
    """First-level subdivision of a country: region, governorate, state, province."""

    __tablename__ = "states"
    __table_args__ = (search_index("states"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    country_id: UUID = Field(foreign_key="countries.id", index=True)
    code: str | None = Field(default=None, max_length=8, unique=True)
    """ISO 3166-2, as in `SA-01`."""
    name_en: str
    name_ar: str
    active: bool = True
    edited_at: datetime | None = timestamp(nullable=True)
    created_at: datetime = timestamp(default_now=True)
    search: str = search_field("name_en", "name_ar")


class City(Table, table=True):
    """City or town."""

    __tablename__ = "cities"
    __table_args__ = (
        search_index("cities"),
        Index("ix_cities_country_population", "country_id", "population"),
        Index("ix_cities_state_population", "state_id", "population"),
        Index("ix_cities_population", "population", "id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    country_id: UUID = Field(foreign_key="countries.id")
    state_id: UUID | None = Field(default=None, foreign_key="states.id")
    name_en: str
    name_ar: str
    latitude: float | None = None
    longitude: float | None = None
    population: int = 0
    """Sorts lists, largest first."""
    active: bool = True
    edited_at: datetime | None = timestamp(nullable=True)
    created_at: datetime = timestamp(default_now=True)
    search: str = search_field("name_en", "name_ar")


class RemovedReference(Table, table=True):
    """Place deleted by an admin, which loading reference data must not restore."""

    __tablename__ = "removed_references"

    id: UUID = Field(primary_key=True)
    removed_at: datetime = timestamp(default_now=True)
