"""Replicas of identity's organizations and trainers, as shown in the catalogue."""

from uuid import UUID

from contracts.profiles import ApprovalStatus
from kit.database.search import search_field
from kit.messaging.replicas import Replica
from sqlalchemy import Index
from sqlmodel import Field

from catalog.tables import Table, choice


class Organization(Table, Replica, table=True):
    """Training organization."""

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str
    image_url: str | None = None
    status: ApprovalStatus = choice(ApprovalStatus)
    """Trainings are public only if the organization is approved."""
    suspended: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Suspended: trainings are hidden and batches closed for enrollment."""
    search: str = search_field("name_en", "name_ar")


class Trainer(Table, Replica, table=True):
    """Trainer's profile. Batches store its names, which avoids joins."""

    __tablename__ = "trainers"
    __table_args__ = (Index("ix_trainers_organization", "organization_id", "id"),)

    id: UUID = Field(primary_key=True)
    organization_id: UUID
    name_en: str
    name_ar: str
    image_url: str | None = None
    active: bool
    """Only active trainers can be assigned."""
    search: str = search_field("name_en", "name_ar")
