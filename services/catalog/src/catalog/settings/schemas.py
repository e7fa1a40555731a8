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
    # Format of Saudi VAT registration numbers.
    if value and not re.fullmatch(r"3[0-9]{13}3", value):
        raise PydanticCustomError(
            "tax_number.invalid",
            "Enter the 15-digit VAT number. It begins and ends with 3.",
        )
    return value


VatNumber = Annotated[
    str, StringConstraints(strip_whitespace=True), AfterValidator(_check_vat_number), NUMBER
]


class GeneralSettings(BaseModel):
    """Product name and contact details."""

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
    """One-time fee for profiles of each type; 0 is free."""

    candidate_minor: Amount
    staff_minor: Amount
    organization_minor: Amount
    currency: Currency
    effective_on: Day
    """Day since which all current fees apply."""


class EnrollmentSettings(InputModel):
    """Defaults of new batches, and the payer of registration fees in bulk enrollments."""

    payment_window_hours: Annotated[int, Field(ge=1, le=24 * 30)]
    """Time for which an unpaid enrollment holds a seat."""
    bulk_registration: RegistrationPayer = RegistrationPayer.PERSON
    """Payer of the registration fee of new users in a bulk enrollment."""


Percent = Annotated[int, Field(ge=0, le=100)]


class VatRate(InputModel):
    """VAT rate from a day until the next one."""

    percent: Percent
    valid_from: Day


VatRates = Annotated[list[VatRate], Field(min_length=1, max_length=20)]


class PaymentSettings(BaseModel):
    """Tax of future charges."""

    vat_rates: VatRates
    """Applied while the seller is registered for VAT."""
    vat_included: bool
    """True if prices and fees include the tax; otherwise it is added to charges."""


class SellerSettings(BaseModel):
    """Seller shown on receipts and tax invoices."""

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
    """Commercial registration number."""
    vat_registered: bool = False
    vat_number: VatNumber = ""


class RequiredDocument(InputModel):
    """Document that an organization uploads at registration."""

    key: Slug
    name_en: Name
    name_ar: Name
    required: bool
    expires: bool
    """True if the organization also enters an expiry date."""


class Settings(BaseModel):
    """All settings."""

    general: GeneralSettings
    registration_fees: RegistrationFees
    enrollment: EnrollmentSettings
    payment: PaymentSettings
    seller: SellerSettings
    organization_documents: list[RequiredDocument]


class SettingsPart(BaseModel):
    """Requested groups of settings."""

    general: GeneralSettings | None = None
    registration_fees: RegistrationFees | None = None
    enrollment: EnrollmentSettings | None = None
    payment: PaymentSettings | None = None
    seller: SellerSettings | None = None
    organization_documents: list[RequiredDocument] | None = None


class GeneralSettingsUpdate(InputModel):
    """Fields to change; the others stay."""

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
    """Fields to change; the others stay. Without a date the change applies from today. A past date
    is invalid."""

    candidate_minor: Amount | None = None
    staff_minor: Amount | None = None
    organization_minor: Amount | None = None
    effective_on: Day | None = None


class PaymentSettingsUpdate(InputModel):
    """Fields to change; the others stay."""

    vat_rates: VatRates | None = None
    vat_included: bool | None = None


class SellerSettingsUpdate(InputModel):
    """Fields to change; the others stay."""

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
    """Groups to change; the others stay. Lists of documents and VAT rates are replaced as
    a whole."""

    general: GeneralSettingsUpdate | None = None
    registration_fees: RegistrationFeesUpdate | None = None
    enrollment: EnrollmentSettings | None = None
    payment: PaymentSettingsUpdate | None = None
    seller: SellerSettingsUpdate | None = None
    organization_documents: Annotated[list[RequiredDocument], Field(max_length=30)] | None = None


class SettingsEnvelope(BaseModel):
    """Settings with their version and last change."""

    data: Settings
    updated_by: UUID | None
    """User of the last change."""


class SettingsSelection(BaseModel):
    """Requested settings."""

    data: SettingsPart
    updated_by: UUID | None
    """User of the last change."""
