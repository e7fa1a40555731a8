"""People."""

from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from contracts.identity import NumberKind
from kit.db import new_id, timestamp
from sqlalchemy import Index, text
from sqlmodel import Field

from identity.tables import Table, choice


class Locale(StrEnum):
    """The languages that people are written to in."""

    EN = "en"
    AR = "ar"


class Gender(StrEnum):
    """As certificates and statistics ask for it."""

    MALE = "male"
    FEMALE = "female"


FIELDS = {NumberKind.CIVIL: "civil_number", NumberKind.PASSPORT: "passport_number"}
"""The user's field of each kind of identity number."""


class User(Table, table=True):
    """A person with an account. Whoever changes a user, its profiles or roles locks this row."""

    __tablename__ = "users"
    __table_args__ = (
        Index("uq_users_email", "email", unique=True, postgresql_where=text("NOT decoy")),
        Index("ix_users_email", "email"),
        Index("ix_users_decoys", "created_at", postgresql_where=text("decoy")),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    username: str = Field(unique=True, max_length=30)
    """In lower case."""
    email: str = Field(max_length=254)
    """In lower case. One account owns it; others with it are decoys."""
    phone: str = Field(max_length=16)
    """E.164."""
    password_hash: str
    name_en: str
    name_ar: str
    locale: Locale = choice(Locale, Locale.EN)
    civil_number: str | None = Field(default=None, max_length=10, unique=True)
    passport_number: str | None = Field(default=None, max_length=20)
    nationality: str | None = Field(default=None, max_length=2)
    """ISO 3166-1 alpha-2."""
    birth_date: date | None = None
    gender: Gender | None = choice(Gender, nullable=True)
    numbers_fixed_at: datetime | None = timestamp(nullable=True)
    """The first payment for an enrollment: from then on only an admin changes the numbers."""
    claiming: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """The user has given a number that another account holds, and nobody has decided yet."""
    verified_at: datetime | None = timestamp(nullable=True)
    active: bool = True
    """False: cannot sign in."""
    decoy: bool = False
    """Made by a sign-up with somebody else's address, see `registrations.decoys`."""
    principal_version: int = 1
    principal_changed_at: datetime | None = timestamp(nullable=True, index=True)
    terms_accepted_at: datetime | None = timestamp(nullable=True)
    created_at: datetime = timestamp(default_now=True)

    @property
    def identified(self) -> bool:
        """A civil or passport number is known, or claimed."""
        return bool(self.civil_number or self.passport_number or self.claiming)
