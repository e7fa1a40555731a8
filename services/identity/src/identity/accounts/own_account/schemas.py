from contracts.identity import NumberKind
from kit.domain.fields import InputModel
from kit.domain.people import CivilNumber, CountryCode, NameAr, NameEn, PassportNumber, Phone
from pydantic import field_validator
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.models import FIELDS, Gender, Locale
from identity.accounts.accounts.schemas import BirthDate


class UserUpdate(InputModel):
    """Changes to the caller's account. Omitted fields stay; a null name is removed, but one must
    remain.
    """

    name_en: NameEn | None = None
    name_ar: NameAr | None = None
    phone: Phone | None = None
    locale: Locale | None = None
    civil_number: CivilNumber | None = None
    passport_number: PassportNumber | None = None
    passport_country: CountryCode | None = None
    """Issuing country of the passport; by default the nationality."""
    nationality: CountryCode | None = None
    birth_date: BirthDate | None = None
    gender: Gender | None = None

    def numbers(self) -> dict[NumberKind, str | None]:
        """Return the given numbers by kind; None removes one."""
        given = self.model_dump(include=set(FIELDS.values()), exclude_unset=True)
        return {kind: given[field] for kind, field in FIELDS.items() if field in given}

    @field_validator("phone", "locale", mode="after")
    @classmethod
    def refuse_null(cls, value: object) -> object:
        """Reject null: these fields can be omitted but not emptied."""
        if value is None:
            raise PydanticCustomError("field.missing", "Fill in this field.")
        return value
