from uuid import UUID

from sqlmodel import Field

from identity.tables import AddressFields, Table


class Address(Table, AddressFields, table=True):
    __tablename__ = "addresses"

    profile_id: UUID = Field(foreign_key="profiles.id", primary_key=True)
