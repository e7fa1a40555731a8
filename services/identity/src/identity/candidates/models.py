"""Whose candidates people are."""

from uuid import UUID

from sqlmodel import Field

from identity.tables import Table


class OrganizationCandidate(Table, table=True):
    """A candidate who has enrolled with the organization, or whom it has brought. It stays so
    whatever becomes of the enrollment."""

    __tablename__ = "organization_candidates"

    organization_id: UUID = Field(
        foreign_key="organizations.id", ondelete="CASCADE", primary_key=True
    )
    profile_id: UUID = Field(
        foreign_key="profiles.id", ondelete="CASCADE", primary_key=True, index=True
    )
