"""Addresses of organizations."""

from uuid import UUID

from sqlalchemy import Index
from sqlmodel import Field

from identity.profiles.models import AddressFields
from identity.tables import Table


class OrganizationAddress(Table, AddressFields, table=True):
    """Where an organization is."""

    __tablename__ = "organization_addresses"
    # What the admins' list is narrowed down by.
    __table_args__ = (Index("ix_organization_addresses_state_id", "state_id"),)

    organization_id: UUID = Field(foreign_key="organizations.id", primary_key=True)
