"""Organizations as they are read."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel

from identity.organizations.organizations.models import Organization


class SuspensionRead(BaseModel):
    """That an organization is suspended: its people read, and change nothing."""

    since: datetime
    reason: str


def read_suspension(organization: Organization | None) -> SuspensionRead | None:
    """The suspension of an organization, if it is suspended."""
    if organization is None or organization.suspended_at is None:
        return None
    assert organization.suspension_reason
    return SuspensionRead(since=organization.suspended_at, reason=organization.suspension_reason)


class OrganizationName(BaseModel):
    """An organization in a list to choose from."""

    id: UUID
    name_en: str
    name_ar: str
