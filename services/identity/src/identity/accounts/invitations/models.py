"""Invitations by mail."""

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
    """A link that was mailed to somebody for one of their profiles. It ends once, while the user's
    row is locked."""

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
    """Who invites; none for the platform, and in invitations of before."""
    token_hash: bytes = Field(unique=True)
    """Of the secret in the link, which is in the mail only."""
    status: InvitationStatus = choice(InvitationStatus, InvitationStatus.OPEN)
    invited_by: UUID
    """The user who did, or the partner client."""
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
