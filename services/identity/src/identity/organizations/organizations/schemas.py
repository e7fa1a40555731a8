from datetime import datetime
from uuid import UUID

from pydantic import BaseModel

from identity.organizations.organizations.models import Organization


class SuspensionRead(BaseModel):
    """Suspension of an organization, which makes it read-only for its members."""

    since: datetime
    reason: str


def read_suspension(organization: Organization | None) -> SuspensionRead | None:
    if organization is None or organization.suspended_at is None:
        return None
    assert organization.suspension_reason
    return SuspensionRead(since=organization.suspended_at, reason=organization.suspension_reason)


class OrganizationName(BaseModel):
    """An organization in a picker."""

    id: UUID
    name_en: str
    name_ar: str
