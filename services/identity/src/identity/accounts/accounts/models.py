from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from contracts.identity import NumberKind
from kit.database import search
from kit.database.db import new_id, timestamp
from kit.database.tables import text_enum
from kit.database.transitions import StateMachine
from sqlalchemy import Index, text
from sqlmodel import Field

from identity.administration.roles.models import Role
from identity.organizations.organizations.models import Organization
from identity.tables import Table, choice


class Locale(StrEnum):
    EN = "en"
    AR = "ar"


class Gender(StrEnum):
    MALE = "male"
    FEMALE = "female"


class ProfileStatus(StrEnum):
    """Lifecycle of a profile: `invited → active | declined`, `active ↔ suspended`.

    Staff and trainers start as invited. Every state but `removed` allows removal.
    """

    INVITED = "invited"
    DECLINED = "declined"
    ACTIVE = "active"
    SUSPENDED = "suspended"
    REMOVED = "removed"


FIELDS = {NumberKind.CIVIL: "civil_number", NumberKind.PASSPORT: "passport_number"}
"""Column of `User` for each kind of identity number."""


class User(Table, table=True):
    """A person with an account. Lock this row before changing it, its profiles or their roles."""

    __tablename__ = "users"
    __table_args__ = (
        Index(
            "uq_users_email",
            "email",
            unique=True,
            postgresql_where=text("NOT decoy AND email <> ''"),
        ),
        Index("ix_users_email", "email"),
        # Two countries may issue the same number.
        Index("uq_users_passport", "passport_number", "passport_country", unique=True),
        Index("ix_users_decoys", "created_at", postgresql_where=text("decoy")),
        # Sort orders and search of the admins' list, which excludes decoys.
        Index("ix_users_created_at", "created_at", "id", postgresql_where=text("NOT decoy")),
        Index("ix_users_name_en", "name_en", "id", postgresql_where=text("NOT decoy")),
        Index("ix_users_name_ar", "name_ar", "id", postgresql_where=text("NOT decoy")),
        Index(
            "ix_users_unverified",
            "created_at",
            "id",
            postgresql_where=text("NOT decoy AND verified_at IS NULL"),
        ),
        # Nationality filter of the admins' list of candidates.
        Index(
            "ix_users_nationality",
            "nationality",
            "created_at",
            "id",
            postgresql_where=text("NOT decoy"),
        ),
        search.search_index("users"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    username: str = Field(unique=True, max_length=30)
    """Lower case."""
    email: str = Field(max_length=254)
    """Lower case. Owned by one account; others with it are decoys. Empty if an organization gave
    none.
    """
    phone: str = Field(max_length=16, index=True)
    """E.164. Not unique; empty if unknown."""
    password_hash: str
    name_en: str
    name_ar: str
    locale: Locale = choice(Locale, Locale.EN)
    civil_number: str | None = Field(default=None, max_length=10, unique=True)
    passport_number: str | None = Field(default=None, max_length=20)
    passport_country: str | None = Field(default=None, max_length=2)
    """Issuing country, ISO 3166-1 alpha-2. A few old passports have none."""
    nationality: str | None = Field(default=None, max_length=2)
    """ISO 3166-1 alpha-2."""
    birth_date: date | None = None
    gender: Gender | None = choice(Gender, nullable=True)
    numbers_fixed_at: datetime | None = timestamp(nullable=True)
    """Time of the first payment for an enrollment, after which only an admin changes the numbers.
    """
    claiming: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """True while an undecided case claims a number that another account has."""
    verified_at: datetime | None = timestamp(nullable=True)
    active: bool = True
    """False if the user cannot sign in."""
    decoy: bool = False
    """True if created by a sign-up with another user's address, see `registrations.service`."""
    principal_version: int = 1
    principal_changed_at: datetime | None = timestamp(nullable=True, index=True)
    terms_accepted_at: datetime | None = timestamp(nullable=True)
    terms_version: int | None = None
    """Version of catalog's terms page that the form linked to; None if it could not be read."""
    second_factor_at: datetime | None = timestamp(nullable=True)
    """Time since which a password alone does not sign in, see `second_factors`."""
    invited_at: datetime | None = timestamp(nullable=True)
    """Time of the last invitation, for an account that others created."""
    created_at: datetime = timestamp(default_now=True)
    search: str = search.search_field("name_en", "name_ar", "username", "email", "phone")
    """Folded words. Identity numbers match as a whole only."""

    @property
    def identified(self) -> bool:
        """True if a civil or passport number is known or claimed."""
        return bool(self.civil_number or self.passport_number or self.claiming)

    @property
    def chooses_password(self) -> bool:
        """True if others created the account and the user has not chosen a password yet."""
        return self.invited_at is not None and self.verified_at is None


class Profile(Table, table=True):
    """A role in which a person acts while its status is `active`.

    A request uses the user's oldest profile unless it names another.
    """

    __tablename__ = "profiles"
    __table_args__ = (
        # Users by the type of their active profiles.
        Index("ix_profiles_acting", "type", "user_id", postgresql_where=text("status = 'active'")),
        # Each member of an organization once, and the order of its member list.
        Index(
            "uq_profiles_member",
            "organization_id",
            "user_id",
            "type",
            unique=True,
            postgresql_where=text("type IN ('staff', 'trainer') AND status <> 'removed'"),
        ),
        Index(
            "ix_profiles_members",
            "organization_id",
            "created_at",
            "id",
            postgresql_where=text("type IN ('staff', 'trainer') AND status <> 'removed'"),
        ),
        # Users of an organization's candidates.
        Index(
            "ix_profiles_candidates",
            "id",
            "user_id",
            postgresql_where=text("type = 'candidate'"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True)
    type: ProfileType = choice(ProfileType)
    organization_id: UUID | None = Field(default=None, foreign_key="organizations.id", index=True)
    status: ProfileStatus = Field(
        default=ProfileStatus.ACTIVE,
        sa_type=text_enum(ProfileStatus, length=30),
        sa_column_kwargs={"server_default": ProfileStatus.ACTIVE.value},
    )
    approval_status: ApprovalStatus = choice(ApprovalStatus, ApprovalStatus.APPROVED)
    """An organization profile copies its organization's status; staff are approved individually."""
    approval_comment: str | None = None
    """Comment of the last decision, until the next submission."""
    submission: int = 0
    """Number of submissions for approval."""
    paid: bool = False
    """True if the registration fee is paid or none is due."""
    image_key: str | None = None
    """Key in the file store, without density and extension."""
    version: int = 1
    created_at: datetime = timestamp(default_now=True)


class SignInPolicy(Table, table=True):
    """Platform-wide sign-in rules: one row, or none until an admin changes them."""

    __tablename__ = "sign_in_policies"

    scope: str = Field(default="platform", primary_key=True, max_length=20)
    admins_need_second_factor: bool = False


@dataclass(slots=True)
class Membership:
    """A profile with its organization, its roles and their permissions."""

    profile: Profile
    organization: Organization | None
    roles: list[Role] = field(default_factory=list)
    permissions: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Account:
    """A user with the active profiles and all that determines their permissions.

    Responses, token claims and events about a user are all built from it.
    """

    user: User
    memberships: list[Membership]
    admins_need_second_factor: bool = False

    @property
    def second_factor_enforced(self) -> bool:
        """True if the user is an admin and the policy requires a second factor of admins."""
        types = {membership.profile.type for membership in self.memberships}
        return self.admins_need_second_factor and ProfileType.ADMIN in types

    @property
    def second_factor_due(self) -> bool:
        """True if the user must set up a second factor before anything else."""
        return self.second_factor_enforced and self.user.second_factor_at is None

    def membership(self, profile_id: UUID) -> Membership | None:
        """Return the user's own profile with this ID, or None."""
        return next((m for m in self.memberships if m.profile.id == profile_id), None)


PROFILE_STATES = StateMachine(
    Profile.status,
    {
        ProfileStatus.INVITED: {
            ProfileStatus.ACTIVE,
            ProfileStatus.DECLINED,
            ProfileStatus.REMOVED,
        },
        ProfileStatus.ACTIVE: {ProfileStatus.SUSPENDED, ProfileStatus.REMOVED},
        ProfileStatus.SUSPENDED: {ProfileStatus.ACTIVE, ProfileStatus.REMOVED},
        ProfileStatus.DECLINED: {ProfileStatus.REMOVED},
        ProfileStatus.REMOVED: frozenset(),
    },
)
PROFILE_APPROVAL_STATES = StateMachine(
    Profile.approval_status,
    {
        ApprovalStatus.DRAFT: {ApprovalStatus.SUBMITTED},
        ApprovalStatus.SUBMITTED: {
            ApprovalStatus.APPROVED,
            ApprovalStatus.REJECTED,
            ApprovalStatus.RETURNED,
        },
        ApprovalStatus.RETURNED: {ApprovalStatus.SUBMITTED},
        ApprovalStatus.APPROVED: frozenset(),
        ApprovalStatus.REJECTED: frozenset(),
    },
)
