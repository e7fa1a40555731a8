"""People and their profiles, and what they are together: accounts."""

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
    """The languages that people are written to in."""

    EN = "en"
    AR = "ar"


class Gender(StrEnum):
    """As certificates and statistics ask for it."""

    MALE = "male"
    FEMALE = "female"


class ProfileStatus(StrEnum):
    """Whether somebody acts through a profile. Staff and trainers are invited to theirs:
    `invited → active | declined`, `active ↔ suspended`; any of them can be removed."""

    INVITED = "invited"
    DECLINED = "declined"
    ACTIVE = "active"
    SUSPENDED = "suspended"
    REMOVED = "removed"


FIELDS = {NumberKind.CIVIL: "civil_number", NumberKind.PASSPORT: "passport_number"}
"""The user's field of each kind of identity number."""


class User(Table, table=True):
    """A person with an account. Whoever changes it, its profiles or their roles locks this row."""

    __tablename__ = "users"
    __table_args__ = (
        Index(
            "uq_users_email",
            "email",
            unique=True,
            postgresql_where=text("NOT decoy AND email <> ''"),
        ),
        Index("ix_users_email", "email"),
        # Two countries may give the same number.
        Index("uq_users_passport", "passport_number", "passport_country", unique=True),
        Index("ix_users_decoys", "created_at", postgresql_where=text("decoy")),
        # The orders and the search of the admins' list, which decoys are not in.
        Index("ix_users_created_at", "created_at", "id", postgresql_where=text("NOT decoy")),
        Index("ix_users_name_en", "name_en", "id", postgresql_where=text("NOT decoy")),
        Index("ix_users_name_ar", "name_ar", "id", postgresql_where=text("NOT decoy")),
        Index(
            "ix_users_unverified",
            "created_at",
            "id",
            postgresql_where=text("NOT decoy AND verified_at IS NULL"),
        ),
        # Candidates of one country.
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
    """In lower case."""
    email: str = Field(max_length=254)
    """In lower case. One account owns it; others with it are decoys. Empty for somebody whom an
    organization has brought without one."""
    phone: str = Field(max_length=16, index=True)
    """E.164. Several accounts may have it; empty where none is known."""
    password_hash: str
    name_en: str
    name_ar: str
    locale: Locale = choice(Locale, Locale.EN)
    civil_number: str | None = Field(default=None, max_length=10, unique=True)
    passport_number: str | None = Field(default=None, max_length=20)
    passport_country: str | None = Field(default=None, max_length=2)
    """Who issued the passport, as ISO 3166-1 alpha-2; a few passports of before have none."""
    nationality: str | None = Field(default=None, max_length=2)
    """ISO 3166-1 alpha-2."""
    birth_date: date | None = None
    gender: Gender | None = choice(Gender, nullable=True)
    numbers_fixed_at: datetime | None = timestamp(nullable=True)
    """The first payment for an enrollment: from then on only an admin changes the numbers."""
    claiming: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """The user has given a number that another account has, and nobody has decided yet."""
    verified_at: datetime | None = timestamp(nullable=True)
    active: bool = True
    """False: cannot sign in."""
    decoy: bool = False
    """Made by a sign-up with somebody else's address, see `registrations.service`."""
    principal_version: int = 1
    principal_changed_at: datetime | None = timestamp(nullable=True, index=True)
    terms_accepted_at: datetime | None = timestamp(nullable=True)
    terms_version: int | None = None
    """The number of the version that the form linked to, of catalog's page of the terms. None where
    it could not be read; the versions' times of publication and the moment above say it too."""
    second_factor_at: datetime | None = timestamp(nullable=True)
    """Since when a password alone does not sign in, see `second_factors`."""
    invited_at: datetime | None = timestamp(nullable=True)
    """When somebody was last invited whom others have added, until they choose a password."""
    created_at: datetime = timestamp(default_now=True)
    search: str = search.search_field("name_en", "name_ar", "username", "email", "phone")
    """Folded words; identity numbers are found whole only."""

    @property
    def identified(self) -> bool:
        """A civil or passport number is known, or claimed."""
        return bool(self.civil_number or self.passport_number or self.claiming)

    @property
    def chooses_password(self) -> bool:
        """Others have added the account, and nobody knows its password yet."""
        return self.invited_at is not None and self.verified_at is None


class Profile(Table, table=True):
    """What a person acts as, while its status is `active`. The oldest one of a user counts unless
    the request says otherwise."""

    __tablename__ = "profiles"
    __table_args__ = (
        # Who acts as what.
        Index("ix_profiles_acting", "type", "user_id", postgresql_where=text("status = 'active'")),
        # An organization's people: once each, and in the order of their list.
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
        # The users of an organization's candidates.
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
    """An organization profile follows its organization; only staff are decided by themselves."""
    approval_comment: str | None = None
    """What was said with the last decision, until it is submitted again."""
    submission: int = 0
    """How often it was submitted for approval."""
    paid: bool = False
    """The registration fee is paid. True where none is asked for."""
    image_key: str | None = None
    """The picture's key in the file store, without density and ending."""
    version: int = 1
    created_at: datetime = timestamp(default_now=True)


class SignInPolicy(Table, table=True):
    """What the platform asks of those who sign in: one row, or none while nobody has changed it."""

    __tablename__ = "sign_in_policies"

    scope: str = Field(default="platform", primary_key=True, max_length=20)
    admins_need_second_factor: bool = False


@dataclass(slots=True)
class Membership:
    """A profile, the organization that it belongs to, its roles and what they allow."""

    profile: Profile
    organization: Organization | None
    roles: list[Role] = field(default_factory=list)
    permissions: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Account:
    """A user with all that decides what they may do: the active profiles. Whatever leaves the
    service about a user is made from it: the JSON, the token's claims and the events."""

    user: User
    memberships: list[Membership]
    admins_need_second_factor: bool = False
    """As the platform's policy says."""

    @property
    def second_factor_enforced(self) -> bool:
        """The user is an admin, and the platform's policy asks admins for a second factor."""
        types = {membership.profile.type for membership in self.memberships}
        return self.admins_need_second_factor and ProfileType.ADMIN in types

    @property
    def second_factor_due(self) -> bool:
        """The user must set up a second factor before anything else."""
        return self.second_factor_enforced and self.user.second_factor_at is None

    def membership(self, profile_id: UUID) -> Membership | None:
        """The profile of this id, when it is the user's own."""
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
