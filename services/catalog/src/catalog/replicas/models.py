"""The copy of identity's organizations: what the catalogue shows of them."""

from uuid import UUID

from contracts.profiles import ApprovalStatus
from sqlmodel import Field

from catalog.tables import Table, choice, search_column


class Organization(Table, table=True):
    """A training provider. Identity owns it; this copy follows its events."""

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str
    image_url: str | None = None
    status: ApprovalStatus = choice(ApprovalStatus)
    """Only an approved organization's trainings are public."""
    sequence: int
    """The version of identity's fact that this row shows."""
    search: str = Field(default=None, sa_column=search_column("name_en || ' ' || name_ar"))
