import re
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts import ApprovalStatus
from kit.domain.fields import CODE, NAME, NUMBER, InputModel, PlainText
from kit.domain.people import Email, Phone
from pydantic import AfterValidator, BaseModel, HttpUrl, StringConstraints, ValidationError
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.schemas import OrganizationNameAr, OrganizationNameEn
from identity.accounts.profiles.schemas import AddressRead
from identity.organizations.documents.schemas import KindRead, ProfileDocumentRead
from identity.organizations.organizations.schemas import SuspensionRead


def _check_commercial_number(value: str) -> str:
    if not re.fullmatch(r"[0-9]{10}", value):
        raise PydanticCustomError(
            "commercial_number.invalid",
            "Enter the 10 digits of the commercial registration number.",
        )
    return value


def _check_tax_number(value: str) -> str:
    # Format of VAT numbers issued by the Saudi tax authority.
    if not re.fullmatch(r"3[0-9]{13}3", value):
        raise PydanticCustomError(
            "tax_number.invalid",
            "Enter the 15-digit VAT number. It begins and ends with 3.",
        )
    return value


def _check_website(value: str) -> str | None:
    if not value:
        return None
    address = value if re.match(r"https?://", value, re.IGNORECASE) else f"https://{value}"
    try:
        url = HttpUrl(address)
    except ValidationError:
        url = None
    if url is None or url.username or url.password or "." not in (url.host or ""):
        raise PydanticCustomError(
            "website.invalid", "Enter a website address, such as https://example.com."
        )
    return str(url)


CommercialNumber = Annotated[
    str, StringConstraints(max_length=20), AfterValidator(_check_commercial_number), NUMBER
]
TaxNumber = Annotated[
    str, StringConstraints(max_length=30), AfterValidator(_check_tax_number), NUMBER
]
Website = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=180),
    PlainText,
    AfterValidator(_check_website),
    CODE,
]
PersonName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120), PlainText, NAME
]


class Step(StrEnum):
    """Steps in display order."""

    DETAILS = "details"
    """Names, numbers and logo."""
    CONTACT = "contact"
    ADDRESS = "address"
    DOCUMENTS = "documents"


class DetailsWrite(InputModel):
    name_en: OrganizationNameEn
    name_ar: OrganizationNameAr
    commercial_number: CommercialNumber
    tax_number: TaxNumber


class ContactWrite(InputModel):
    contact_name: PersonName
    contact_phone: Phone
    email: Email
    website: Website | None = None


class MissingPart(BaseModel):
    """A part that is missing for a submission."""

    step: Step
    field: str
    """`commercial_number`, `image`, `address` or `documents.<id of the kind>`."""
    code: str
    """`field.missing`, or `document.expired` for an expired document."""


class OrganizationRead(BaseModel):
    id: UUID
    name_en: str
    name_ar: str
    email: str
    commercial_number: str | None
    tax_number: str | None
    contact_name: str | None
    contact_phone: str | None
    website: str | None
    image: str | None
    image_2x: str | None
    address: AddressRead | None
    documents: list[ProfileDocumentRead]
    """Current documents."""
    status: ApprovalStatus
    submission: int
    """Number of submissions."""
    suspension: SuspensionRead | None


class OwnOrganization(OrganizationRead):
    """The caller's organization, with missing parts and editable steps."""

    kinds: list[KindRead]
    """Kinds of documents to submit."""
    missing: list[MissingPart]
    editable: list[Step]
