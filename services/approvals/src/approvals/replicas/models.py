"""The copy of admins."""

from uuid import UUID

from sqlalchemy import BigInteger, Index
from sqlmodel import Field

from approvals.tables import Table


class Approver(Table, table=True):
    """A user with an admin profile. Only an active one can be assigned or decide."""

    __tablename__ = "approvers"
    __table_args__ = (Index("ix_approvers_name", "name_en", "user_id"),)

    user_id: UUID = Field(primary_key=True)
    profile_id: UUID
    name_en: str
    name_ar: str
    email: str
    image_url: str | None
    active: bool
    version: int = Field(sa_type=BigInteger)
