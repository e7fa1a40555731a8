"""Organizations as they are read."""

from uuid import UUID

from pydantic import BaseModel


class OrganizationName(BaseModel):
    """An organization in a list to choose from."""

    id: UUID
    name_en: str
    name_ar: str
