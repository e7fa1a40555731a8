"""Registration fees as the payments service tells of them."""

from datetime import datetime
from uuid import UUID

from kit.db import timestamp
from sqlmodel import Field

from identity.tables import Table


class RegistrationCharge(Table, table=True):
    """The newest state of a charge for a registration. A profile with a paid one is paid;
    one of an organization's users pays for all of them."""

    __tablename__ = "registration_charges"

    charge_id: UUID = Field(primary_key=True)
    profile_id: UUID = Field(foreign_key="profiles.id", index=True)
    paid: bool
    version: int
    """The charge's sequence: an older fact changes nothing."""
    updated_at: datetime = timestamp(default_now=True)
