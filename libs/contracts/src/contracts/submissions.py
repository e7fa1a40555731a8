"""What is submitted for approval, of whatever content type, and what approvers remark on it."""

from datetime import date
from uuid import UUID

from pydantic import BaseModel, ConfigDict

ORGANIZATION_FIELDS = (
    "name_en",
    "name_ar",
    "commercial_number",
    "tax_number",
    "contact_name",
    "contact_phone",
    "email",
    "website",
)
"""What is submitted of an organization itself, in the order in which it is shown; its logo,
`image`, comes after these, then where it is."""
ORGANIZATION_PLACES = ("country", "state", "city")
"""Of its address, in both languages; the rest of it are `line1`, `line2` and `postal_code`."""


def document_name(kind_id: UUID) -> str:
    """What a document is called among what was submitted: by its kind, of which there is one."""
    return f"documents.{kind_id}"


class SubmittedField(BaseModel):
    """A field with the value that it had when it was submitted."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    """What remarks name it by, such as `commercial_number`; the app has its label."""
    value: str | None
    value_ar: str | None = None
    """Where it reads differently in Arabic, such as a city."""


class SubmittedDocument(BaseModel):
    """A document that was handed in; its content stays with the service that stores it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    """What remarks name it by, such as `document_name`."""
    document_id: UUID
    title_en: str
    title_ar: str
    media_type: str
    size: int
    """Bytes."""
    expires_on: date | None = None


class Snapshot(BaseModel):
    """All that was submitted, so that approvers decide on what they see."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    fields: tuple[SubmittedField, ...] = ()
    """In the order in which they are shown."""
    documents: tuple[SubmittedDocument, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """What can be remarked on."""
        fields = {field.name for field in self.fields}
        return frozenset(fields | {document.name for document in self.documents})


class Remark(BaseModel):
    """What is to be mended in one field or document."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    field: str
    """The name that the snapshot has of it."""
    text: str
