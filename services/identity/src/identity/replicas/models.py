from uuid import UUID

from kit.messaging.replicas import Replica
from sqlmodel import Field

from identity.tables import Table


class RegistrationCharge(Table, Replica, table=True):
    """Latest state of a registration charge. A paid one of an organization's user pays for all its
    users.
    """

    __tablename__ = "registration_charges"

    charge_id: UUID = Field(primary_key=True)
    profile_id: UUID = Field(foreign_key="profiles.id", index=True)
    paid: bool


class Product(Table, Replica, table=True):
    """Names of the product, in one row, from the application's settings."""

    __tablename__ = "products"

    scope: str = Field(primary_key=True)
    name_en: str
    name_ar: str
