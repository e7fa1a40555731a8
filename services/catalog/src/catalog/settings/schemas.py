"""The application's settings: typed, with the defaults that an installation starts with."""

import re
from typing import Annotated
from uuid import UUID

from contracts.people import RegistrationPayer
from kit.domain.fields import NUMBER, Day, InputModel, PlainText
from kit.domain.people import Email
from pydantic import AfterValidator, BaseModel, Field, StringConstraints
from pydantic_core import PydanticCustomError

from catalog.texts.schemas import Currency, Line, Name, Slug

Amount = Annotated[int, Field(ge=0, le=100_000_000)]
"""Money in minor units, up to a million."""
LegalName = Annotated[str, StringConstraints(strip_whitespace=True, max_length=150), PlainText]
BuildingNumber = Annotated[str, StringConstraints(pattern=r"^([0-9]{4})?$"), NUMBER]
PostalCode = Annotated[str, StringConstraints(pattern=r"^([0-9]{5})?$"), NUMBER]
RegistrationNumber = Annotated[str, StringConstraints(pattern=r"^([0-9]{10})?$"), NUMBER]


def _check_vat_number(value: str) -> str:
    # The form that the Saudi tax authority gives VAT registrations.
    if value and not re.fullmatch(r"3[0-9]{13}3", value):
        raise PydanticCustomError(
            "tax_number.invalid",
            "Enter the 15 digits of the VAT number; it begins and ends with 3.",
        )
    return value


VatNumber = Annotated[
    str, StringConstraints(strip_whitespace=True), AfterValidator(_check_vat_number), NUMBER
]


class GeneralSettings(BaseModel):
    """What the product is called and how its people are reached."""

    product_name_en: Name
    product_name_ar: Name
    tagline_en: Line
    tagline_ar: Line
    support_email: Email
    support_phone: Line
    support_hours_en: Line
    support_hours_ar: Line
    address_en: Line
    address_ar: Line


class RegistrationFees(BaseModel):
    """What a profile of each type pays once; 0 asks for nothing."""

    candidate_minor: Amount
    staff_minor: Amount
    organization_minor: Amount
    currency: Currency
    effective_on: Day
    """The day since which all of them are as they are today."""


class EnrollmentSettings(InputModel):
    """The defaults of a new batch, and who pays for new people of bulk enrollments."""

    payment_window_hours: Annotated[int, Field(ge=1, le=24 * 30)]
    """How long a seat is held for an unpaid enrollment."""
    bulk_registration: RegistrationPayer = RegistrationPayer.PERSON
    """Who pays the registration fee of somebody who gets an account by a bulk enrollment."""


Percent = Annotated[int, Field(ge=0, le=100)]


class VatRate(InputModel):
    """Value added tax from a day on until the next rate begins."""

    percent: Percent
    valid_from: Day


VatRates = Annotated[list[VatRate], Field(min_length=1, max_length=20)]


class PaymentSettings(BaseModel):
    """The tax of what people are charged from now on."""

    vat_rates: VatRates
    """They count while the seller is registered for VAT."""
    vat_included: bool
    """Prices and fees include the tax; else it is added when they are charged."""


class SellerSettings(BaseModel):
    """Who sells what the platform charges for, as it stands on receipts and tax invoices."""

    name_en: LegalName
    name_ar: LegalName
    street_en: Line = ""
    street_ar: Line = ""
    district_en: Line = ""
    district_ar: Line = ""
    city_en: Line = ""
    city_ar: Line = ""
    building_number: BuildingNumber = ""
    postal_code: PostalCode = ""
    registration_number: RegistrationNumber = ""
    """Of the commercial registration."""
    vat_registered: bool = False
    vat_number: VatNumber = ""


class RequiredDocument(InputModel):
    """A document that an organization uploads when it registers."""

    key: Slug
    name_en: Name
    name_ar: Name
    required: bool
    expires: bool
    """The organization also enters until when it is valid."""


class Settings(BaseModel):
    """All settings."""

    general: GeneralSettings
    registration_fees: RegistrationFees
    enrollment: EnrollmentSettings
    payment: PaymentSettings
    seller: SellerSettings
    organization_documents: list[RequiredDocument]


class SettingsPart(BaseModel):
    """Some of the settings: the groups that were asked for."""

    general: GeneralSettings | None = None
    registration_fees: RegistrationFees | None = None
    enrollment: EnrollmentSettings | None = None
    payment: PaymentSettings | None = None
    seller: SellerSettings | None = None
    organization_documents: list[RequiredDocument] | None = None


class GeneralSettingsUpdate(InputModel):
    """The fields to change; the others stay."""

    product_name_en: Name | None = None
    product_name_ar: Name | None = None
    tagline_en: Line | None = None
    tagline_ar: Line | None = None
    support_email: Email | None = None
    support_phone: Line | None = None
    support_hours_en: Line | None = None
    support_hours_ar: Line | None = None
    address_en: Line | None = None
    address_ar: Line | None = None


class RegistrationFeesUpdate(InputModel):
    """The fields to change; the others stay. Without a date the change counts from today, and
    from an earlier day it cannot."""

    candidate_minor: Amount | None = None
    staff_minor: Amount | None = None
    organization_minor: Amount | None = None
    effective_on: Day | None = None


class PaymentSettingsUpdate(InputModel):
    """The fields to change; the others stay."""

    vat_rates: VatRates | None = None
    vat_included: bool | None = None


class SellerSettingsUpdate(InputModel):
    """The fields to change; the others stay."""

    name_en: LegalName | None = None
    name_ar: LegalName | None = None
    street_en: Line | None = None
    street_ar: Line | None = None
    district_en: Line | None = None
    district_ar: Line | None = None
    city_en: Line | None = None
    city_ar: Line | None = None
    building_number: BuildingNumber | None = None
    postal_code: PostalCode | None = None
    registration_number: RegistrationNumber | None = None
    vat_registered: bool | None = None
    vat_number: VatNumber | None = None


class SettingsUpdate(InputModel):
    """The groups to change; the others stay. The lists of documents and of rates of VAT are each
    replaced as a whole."""

    general: GeneralSettingsUpdate | None = None
    registration_fees: RegistrationFeesUpdate | None = None
    enrollment: EnrollmentSettings | None = None
    payment: PaymentSettingsUpdate | None = None
    seller: SellerSettingsUpdate | None = None
    organization_documents: Annotated[list[RequiredDocument], Field(max_length=30)] | None = None


class SettingsEnvelope(BaseModel):
    """The answer of the settings' endpoints."""

    data: Settings
    updated_by: UUID | None
    """The user who changed something last."""


class SettingsSelection(BaseModel):
    """The settings that were asked for."""

    data: SettingsPart
    updated_by: UUID | None
    """The user who changed something last."""
