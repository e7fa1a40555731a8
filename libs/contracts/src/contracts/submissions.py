"""Content submitted for approval, and approvers' remarks on it."""

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
"""Submitted fields of an organization in display order, followed by its logo `image` and address.
"""
ORGANIZATION_PLACES = ("country", "state", "city")
"""Address fields in both languages, besides `line1`, `line2` and `postal_code`."""


def document_name(kind_id: UUID) -> str:
    """Return a document's name in a submission, derived from its kind."""
    return f"documents.{kind_id}"


class SubmittedField(BaseModel):
    """A field with its value at the time of submission."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    """Name used in remarks, such as `commercial_number`; the app has its label."""
    value: str | None
    value_ar: str | None = None
    """Arabic value if different, such as a city."""


class SubmittedDocument(BaseModel):
    """A submitted document; the service that stores it keeps its content."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    """Name used in remarks, from `document_name`."""
    document_id: UUID
    title_en: str
    title_ar: str
    media_type: str
    size: int
    """Size in bytes."""
    expires_on: date | None = None


class Snapshot(BaseModel):
    """The complete submission, so that approvers decide about a fixed state."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    fields: tuple[SubmittedField, ...] = ()
    """Fields in display order."""
    documents: tuple[SubmittedDocument, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """Return the names that remarks may refer to."""
        fields = {field.name for field in self.fields}
        return frozenset(fields | {document.name for document in self.documents})


class Remark(BaseModel):
    """A requested correction of one field or document."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    field: str
    """Name of the field or document in the snapshot."""
    text: str
