"""Registration fees as payments publishes them, and what the settings call the product."""

from uuid import UUID

from kit.messaging.replicas import Replica
from sqlmodel import Field

from identity.tables import Table


class RegistrationCharge(Table, Replica, table=True):
    """The newest state of a charge for a registration. A profile with a paid one is paid;
    one of an organization's users pays for all of them."""

    __tablename__ = "registration_charges"

    charge_id: UUID = Field(primary_key=True)
    profile_id: UUID = Field(foreign_key="profiles.id", index=True)
    paid: bool


class Product(Table, Replica, table=True):
    """What the product is called; the one row of the application's settings."""

    __tablename__ = "products"

    scope: str = Field(primary_key=True)
    name_en: str
    name_ar: str
