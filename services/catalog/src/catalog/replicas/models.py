"""The copy of identity's organizations: what the catalogue shows of them."""

from uuid import UUID

from contracts.profiles import ApprovalStatus
from kit.replicas import Replica
from kit.search import search_field
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
    search: str = search_field("name_en", "name_ar")
