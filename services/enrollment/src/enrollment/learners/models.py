from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import ARRAY, Column, Index, Uuid
from sqlmodel import Field

from enrollment.tables import Table


class CertificateLink(Table, table=True):
    """A temporary secret link to selected certificates, public or not."""

    __tablename__ = "certificate_links"
    __table_args__ = (Index("ix_certificate_links_user", "user_id", "created_at", "id"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    """The holder."""
    certificate_ids: list[UUID] = Field(sa_column=Column(ARRAY(Uuid), nullable=False))
    token_hash: bytes = Field(unique=True)
    """Unsalted hash of a 256-bit secret, which cannot be guessed."""
    created_at: datetime = timestamp(default_now=True)
    ends_at: datetime = timestamp()
    withdrawn_at: datetime | None = timestamp(nullable=True)


class LearnerLook(Table, table=True):
    """A search for a learner's certificates, by pass or link."""

    __tablename__ = "learner_looks"
    __table_args__ = (
        Index("ix_learner_looks_user", "user_id", "looked_at", "id"),
        Index("ix_learner_looks_time", "looked_at"),
    )

    id: UUID = Field(primary_key=True)
    """ID of the pass, so that reloading counts once. For a link, unique for each hour and network.
    """
    user_id: UUID
    """The learner; the nil UUID if none was found. Those rows are kept for an hour, so that
    response times reveal nothing.
    """
    link_id: UUID | None = None
    looked_at: datetime = timestamp(default_now=True)
    by_profile_id: UUID | None = None
    """None for a visitor."""
    by_organization_id: UUID | None = None
    network: str
    """IPv4 /24 or IPv6 /48 network, not a single address."""
