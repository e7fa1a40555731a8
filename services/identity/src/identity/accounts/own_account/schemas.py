"""What users may change of themselves."""

from contracts.identity import NumberKind
from kit.domain.fields import InputModel
from kit.domain.people import CivilNumber, CountryCode, NameAr, NameEn, PassportNumber, Phone
from pydantic import field_validator
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.models import FIELDS, Gender, Locale
from identity.accounts.accounts.schemas import BirthDate


class UserUpdate(InputModel):
    """Changes to the own account. A field that is left out stays as it is; a name that is null is
    not written in that script, and one of both must be."""

    name_en: NameEn | None = None
    name_ar: NameAr | None = None
    phone: Phone | None = None
    locale: Locale | None = None
    civil_number: CivilNumber | None = None
    passport_number: PassportNumber | None = None
    passport_country: CountryCode | None = None
    """Who issued the passport; without it the nationality, when a passport is given."""
    nationality: CountryCode | None = None
    birth_date: BirthDate | None = None
    gender: Gender | None = None

    def numbers(self) -> dict[NumberKind, str | None]:
        """The numbers among them, those too that are taken away."""
        given = self.model_dump(include=set(FIELDS.values()), exclude_unset=True)
        return {kind: given[field] for kind, field in FIELDS.items() if field in given}

    @field_validator("phone", "locale", mode="after")
    @classmethod
    def refuse_null(cls, value: object) -> object:
        """These may be left out, not emptied."""
        if value is None:
            raise PydanticCustomError("field.missing", "This field is required.")
        return value
