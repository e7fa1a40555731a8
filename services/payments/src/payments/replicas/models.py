"""The copies: identity's profiles and organizations, and of the application's settings the fees and
the seller."""

from datetime import date
from typing import Any
from uuid import UUID

from contracts import ProfileType
from kit.database.tables import Money
from kit.messaging.replicas import Replica
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import BigInteger, Field

from payments.tables import Table, choice


class Payer(Table, Replica, table=True):
    """A profile of identity."""

    __tablename__ = "payers"

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID = Field(index=True)
    subject_id: UUID = Field(index=True)
    """What owes the registration: the organization for its users, else the profile itself."""
    profile_type: ProfileType = choice(ProfileType)
    email: str
    phone: str
    name_en: str
    name_ar: str
    locale: str
    paid: bool
    """Whether identity knows the registration as paid."""
    active: bool


class Organization(Table, Replica, table=True):
    """An organization of identity, as it is invoiced."""

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str
    tax_number: str | None
    """Of its registration for value added tax."""
    address: dict[str, Any] | None = Field(sa_column=Column(JSONB))
    """As `contracts.identity.OrganizationAddress`."""


class RegistrationFee(Table, table=True):
    """What a profile of one type pays once, from a day on; 0 asks for nothing."""

    __tablename__ = "registration_fees"

    profile_type: ProfileType = choice(ProfileType, primary_key=True)
    effective_on: date = Field(primary_key=True)
    amount_minor: int = Field(sa_type=Money)
    currency: str = Field(max_length=3)
    source_version: int = Field(sa_type=BigInteger)
    """The settings' version. A fee is no `Replica`: settings replace several of them together."""


class SellerTerms(Table, Replica, table=True):
    """Who sells, and the value added tax of what is charged: one row, of the settings."""

    __tablename__ = "seller_terms"

    scope: str = Field(primary_key=True)
    """That of the settings: `global`."""
    seller: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    """As `contracts.catalog.Seller`."""
    vat_included: bool
    vat_rates: list[dict[str, Any]] = Field(sa_column=Column(JSONB, nullable=False))
    """Each as `contracts.catalog.VatRate`, the earliest first."""
