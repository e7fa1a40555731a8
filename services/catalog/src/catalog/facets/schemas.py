"""Facet counts."""

from typing import Annotated, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel, Field

from catalog.batches.models import BatchMode
from catalog.trainings.models import BatchLanguage, TrainingLevel

Value = TypeVar("Value")


class Counted(BaseModel, Generic[Value]):
    """Filter value with its count."""

    value: Value
    count: int


class CountedName(BaseModel):
    """City, category or organization with its count."""

    id: UUID
    name_en: str
    name_ar: str
    count: int


class CountedCity(CountedName):
    """City with its count, country and other spellings."""

    latitude: float | None
    longitude: float | None
    search: str
    """Both names and common spellings, normalized as searches are."""


class CountedPrice(BaseModel):
    """Price band in minor units, for `price_min` and `price_max`."""

    min: int | None
    max: int | None
    count: int


class CountedMonth(BaseModel):
    """Month in which batches start, in Riyadh."""

    value: Annotated[str, Field(pattern=r"^\d{4}-\d{2}$")]
    """Formatted as 2026-11."""
    count: int


class Facets(BaseModel):
    """Counts per filter value. Each filter is counted with all other active filters, but without
    itself, so that its value can be changed. The most frequent come first, except for months and
    prices."""

    categories: list[CountedName]
    """A main category includes its subcategories."""
    cities: list[CountedCity]
    organizations: list[CountedName]
    levels: list[Counted[TrainingLevel]]
    languages: list[Counted[BatchLanguage]]
    modes: list[Counted[BatchMode]]
    months: list[CountedMonth]
    prices: list[CountedPrice]
    free: int
    seats_left: int
