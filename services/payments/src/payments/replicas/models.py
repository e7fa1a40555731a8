"""Replicas of identity's profiles and organizations, and of catalog's fees and seller."""

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
    __tablename__ = "payers"

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID = Field(index=True)
    subject_id: UUID = Field(index=True)
    """Debtor of the registration: the organization for its users, else the profile."""
    profile_type: ProfileType = choice(ProfileType)
    email: str
    phone: str
    name_en: str
    name_ar: str
    locale: str
    paid: bool
    """Identity's record of the registration as paid."""
    active: bool


class Organization(Table, Replica, table=True):
    """An organization with its invoicing data."""

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str
    tax_number: str | None
    """VAT registration number."""
    address: dict[str, Any] | None = Field(sa_column=Column(JSONB))
    """Address as `contracts.identity.OrganizationAddress`."""


class RegistrationFee(Table, table=True):
    """Registration fee of a profile type from a day on; 0 means free."""

    __tablename__ = "registration_fees"

    profile_type: ProfileType = choice(ProfileType, primary_key=True)
    effective_on: date = Field(primary_key=True)
    amount_minor: int = Field(sa_type=Money)
    currency: str = Field(max_length=3)
    source_version: int = Field(sa_type=BigInteger)
    """Version of the settings. Not a `Replica`: one settings event replaces several fees."""


class SellerTerms(Table, Replica, table=True):
    """Single row with the seller and VAT rates from the settings."""

    __tablename__ = "seller_terms"

    scope: str = Field(primary_key=True)
    """Scope of the settings: `global`."""
    seller: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    """Seller as `contracts.catalog.Seller`."""
    vat_included: bool
    vat_rates: list[dict[str, Any]] = Field(sa_column=Column(JSONB, nullable=False))
    """Rates as `contracts.catalog.VatRate`, earliest first."""
