"""What goes out of the endpoints of facets."""

from typing import Annotated, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel, Field

from catalog.batches.models import BatchMode
from catalog.trainings.models import BatchLanguage, TrainingLevel

Value = TypeVar("Value")


class Counted(BaseModel, Generic[Value]):
    """A value of a filter."""

    value: Value
    count: int


class CountedName(BaseModel):
    """A city, category or organization."""

    id: UUID
    name_en: str
    name_ar: str
    count: int


class CountedCity(CountedName):
    """A city: where it is, and how it is written otherwise."""

    latitude: float | None
    longitude: float | None
    search: str
    """Both names and the usual other spellings, folded as searches are."""


class CountedPrice(BaseModel):
    """A span of prices in minor units, as `price_min` and `price_max` take it."""

    min: int | None
    max: int | None
    count: int


class CountedMonth(BaseModel):
    """A month in which batches start, in Riyadh."""

    value: Annotated[str, Field(pattern=r"^\d{4}-\d{2}$")]
    """As 2026-11."""
    count: int


class Facets(BaseModel):
    """What the filters would find. Each is counted with all other filters that are set, but
    without itself, so that one can change to another value. The most frequent come first; months
    and prices are in their own order."""

    categories: list[CountedName]
    """A main category counts what is in its subcategories too."""
    cities: list[CountedCity]
    organizations: list[CountedName]
    levels: list[Counted[TrainingLevel]]
    languages: list[Counted[BatchLanguage]]
    modes: list[Counted[BatchMode]]
    months: list[CountedMonth]
    prices: list[CountedPrice]
    free: int
    seats_left: int
