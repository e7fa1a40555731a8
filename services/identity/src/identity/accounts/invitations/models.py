from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.transitions import StateMachine
from sqlalchemy import Index, text
from sqlmodel import Field

from identity.tables import Table, choice


class InvitationStatus(StrEnum):
    """`open → accepted | declined | revoked`; an open one may have expired."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    REVOKED = "revoked"


class Invitation(Table, table=True):
    """A link mailed to a user for one of their profiles.

    Lock the user's row before ending it.
    """

    __tablename__ = "invitations"
    __table_args__ = (
        Index(
            "uq_invitations_open",
            "profile_id",
            unique=True,
            postgresql_where=text("status = 'open'"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    profile_id: UUID = Field(foreign_key="profiles.id", index=True, ondelete="CASCADE")
    organization_id: UUID | None = Field(
        default=None, foreign_key="organizations.id", ondelete="SET NULL"
    )
    """The inviting organization; None for the platform and for old invitations."""
    token_hash: bytes = Field(unique=True)
    """Hash of the link's secret, which only the mail contains."""
    status: InvitationStatus = choice(InvitationStatus, InvitationStatus.OPEN)
    invited_by: UUID
    """ID of the inviting user or partner client."""
    created_at: datetime = timestamp(default_now=True)
    expires_at: datetime = timestamp()
    ended_at: datetime | None = timestamp(nullable=True)


INVITATION_STATES = StateMachine(
    Invitation.status,
    {
        InvitationStatus.OPEN: {
            InvitationStatus.ACCEPTED,
            InvitationStatus.DECLINED,
            InvitationStatus.REVOKED,
        },
        InvitationStatus.ACCEPTED: frozenset(),
        InvitationStatus.DECLINED: frozenset(),
        InvitationStatus.REVOKED: frozenset(),
    },
)
