"""Secret links to certificates, and who looked at a holder's."""

from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import ARRAY, Column, Index, Uuid
from sqlmodel import Field

from enrollment.tables import Table


class CertificateLink(Table, table=True):
    """Shows chosen certificates, public or not, to whoever has it, until it ends."""

    __tablename__ = "certificate_links"
    __table_args__ = (Index("ix_certificate_links_user", "user_id", "created_at", "id"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    """The holder."""
    certificate_ids: list[UUID] = Field(sa_column=Column(ARRAY(Uuid), nullable=False))
    token_hash: bytes = Field(unique=True)
    """A plain hash of the secret, whose 256 bits cannot be guessed."""
    created_at: datetime = timestamp(default_now=True)
    ends_at: datetime = timestamp()
    withdrawn_at: datetime | None = timestamp(nullable=True)


class LearnerLook(Table, table=True):
    """Somebody looked for a learner's certificates, by a pass or by a link."""

    __tablename__ = "learner_looks"
    __table_args__ = (
        Index("ix_learner_looks_user", "user_id", "looked_at", "id"),
        Index("ix_learner_looks_time", "looked_at"),
    )

    id: UUID = Field(primary_key=True)
    """The pass's: whoever loads the page again looks once. Of a link one an hour and network."""
    user_id: UUID
    """The learner. For an hour also the nil UUID, where nobody was found: who looks must not tell
    that by how long it takes."""
    link_id: UUID | None = None
    looked_at: datetime = timestamp(default_now=True)
    by_profile_id: UUID | None = None
    """None for a visitor."""
    by_organization_id: UUID | None = None
    network: str
    """An IPv4 /24 or an IPv6 /48: a neighbourhood, nobody's own address."""
