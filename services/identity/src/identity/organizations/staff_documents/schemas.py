"""How the documents of a staff member read."""

from pydantic import BaseModel

from identity.organizations.documents.schemas import KindRead, ProfileDocumentRead


class OwnDocuments(BaseModel):
    """What the caller is asked for as staff, and what they have handed in."""

    kinds: list[KindRead]
    documents: list[ProfileDocumentRead]
    """The current ones."""
    complete: bool
    """Nothing that is required is missing or has expired."""
    editable: bool
    """Others can be handed in: not while what was submitted is under review."""
