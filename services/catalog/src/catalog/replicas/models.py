"""The copies of identity's organizations and their trainers: what the catalogue shows of them."""

from uuid import UUID

from contracts.profiles import ApprovalStatus
from kit.database.search import search_field
from kit.messaging.replicas import Replica
from sqlalchemy import Index
from sqlmodel import Field

from catalog.tables import Table, choice


class Organization(Table, Replica, table=True):
    """A training provider."""

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str
    image_url: str | None = None
    status: ApprovalStatus = choice(ApprovalStatus)
    """Only an approved organization's trainings are public."""
    suspended: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Its trainings are not offered meanwhile, and nobody enrolls in its batches."""
    search: str = search_field("name_en", "name_ar")


class Trainer(Table, Replica, table=True):
    """A trainer's profile. Batches keep its names, so that reading them joins nothing."""

    __tablename__ = "trainers"
    __table_args__ = (Index("ix_trainers_organization", "organization_id", "id"),)

    id: UUID = Field(primary_key=True)
    """The profile's."""
    organization_id: UUID
    name_en: str
    name_ar: str
    image_url: str | None = None
    active: bool
    """Only an active one can be given a batch."""
    search: str = search_field("name_en", "name_ar")
