"""Registration fees, as the payments service publishes them."""

from uuid import UUID

from kit.replicas import Replica
from sqlmodel import Field

from identity.tables import Table


class RegistrationCharge(Table, Replica, table=True):
    """The newest state of a charge for a registration. A profile with a paid one is paid;
    one of an organization's users pays for all of them."""

    __tablename__ = "registration_charges"

    charge_id: UUID = Field(primary_key=True)
    profile_id: UUID = Field(foreign_key="profiles.id", index=True)
    paid: bool
