from typing import Annotated, Self
from uuid import UUID

from kit.domain.fields import CODE, InputModel, PlainText
from pydantic import BaseModel, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

PlaceName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=150), PlainText
]
StreetLine = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
OptionalLine = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
# The shortest have three digits (Iceland, Faroe Islands).
PostalCode = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        to_upper=True,
        pattern=r"^(?:[A-Za-z0-9][A-Za-z0-9 -]{1,10}[A-Za-z0-9])?$",
    ),
    CODE,
]


class Place(InputModel):
    """A place of the catalogue: its ID, and its names when it was chosen."""

    id: UUID
    name_en: PlaceName
    name_ar: PlaceName


class AddressWrite(InputModel):
    country: Place
    state: Place | None = None
    city: Place | None = None
    line1: StreetLine
    line2: OptionalLine | None = None
    postal_code: PostalCode | None = None

    @model_validator(mode="after")
    def require_state_of_city(self) -> Self:
        """Require a state for a city."""
        if self.city is not None and self.state is None:
            raise PydanticCustomError("address.state_missing", "Choose the region of the city.")
        return self


class AddressRead(BaseModel):
    country: Place
    state: Place | None
    city: Place | None
    line1: str
    line2: str | None
    postal_code: str | None
