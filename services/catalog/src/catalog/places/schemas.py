from typing import Annotated
from uuid import UUID

from kit.domain.fields import CODE, InputModel
from pydantic import BaseModel, Field, StringConstraints

from catalog.texts.schemas import Name

Alpha2 = Annotated[str, StringConstraints(to_upper=True, pattern=r"^[A-Za-z]{2}$"), CODE]
Alpha3 = Annotated[str, StringConstraints(to_upper=True, pattern=r"^[A-Za-z]{3}$"), CODE]
Numeric3 = Annotated[str, StringConstraints(pattern=r"^\d{3}$"), CODE]
CallingCode = Annotated[str, StringConstraints(pattern=r"^\+\d{1,7}$"), CODE]
SubdivisionCode = Annotated[
    str, StringConstraints(to_upper=True, pattern=r"^[A-Za-z]{2}-[A-Za-z0-9]{1,3}$"), CODE
]


class CountryWrite(InputModel):
    """Input of a country."""

    code: Alpha2
    alpha3: Alpha3
    numeric_code: Numeric3
    name_en: Name
    name_ar: Name
    calling_code: CallingCode | None = None
    active: bool = True


class CountryRead(BaseModel):
    """Country. `flag_url` is null if there is only the emoji."""

    id: UUID
    code: str
    alpha3: str
    numeric_code: str
    name_en: str
    name_ar: str
    calling_code: str | None
    flag_emoji: str
    flag_url: str | None
    active: bool


class StateWrite(InputModel):
    """Input of a state."""

    country_id: UUID
    code: SubdivisionCode | None = None
    name_en: Name
    name_ar: Name
    active: bool = True


class StateRead(BaseModel):
    """First-level subdivision of a country."""

    id: UUID
    country_id: UUID
    code: str | None
    name_en: str
    name_ar: str
    active: bool


class CityWrite(InputModel):
    """Input of a city. Its state must belong to the country."""

    country_id: UUID
    state_id: UUID | None = None
    name_en: Name
    name_ar: Name
    latitude: Annotated[float, Field(ge=-90, le=90)] | None = None
    longitude: Annotated[float, Field(ge=-180, le=180)] | None = None
    population: Annotated[int, Field(ge=0, le=100_000_000)] = 0
    active: bool = True


class CityRead(BaseModel):
    """City or town."""

    id: UUID
    country_id: UUID
    state_id: UUID | None
    name_en: str
    name_ar: str
    latitude: float | None
    longitude: float | None
    population: int
    active: bool


class PlaceUsage(BaseModel):
    """Usage of a place, which prevents its deletion."""

    states: int = 0
    cities: int = 0
    batches: int = 0
    """Current and past batches in the city."""


class PlaceName(BaseModel):
    """Names of a city."""

    id: UUID
    name_en: str
    name_ar: str
