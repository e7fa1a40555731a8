"""What goes in and out of the archives' endpoints."""

from datetime import datetime
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel

from enrollment.certificates.schemas import CertificateFilter


class ArchiveFilter(InputModel, CertificateFilter):
    """The filter of a list of certificates, in a request body."""


class ArchiveCreate(InputModel):
    """Which certificates an archive has: those of them that are issued now."""

    filters: ArchiveFilter


class ArchiveRead(BaseModel):
    """A ZIP file of certificates. Those revoked or superseded meanwhile count no more."""

    id: UUID
    ready: bool
    """Whether it can be had: none of its papers is still being made."""
    batch_code: str | None
    """Where all are of one batch."""
    total: int
    made: int
    """Whose papers there are."""
    failed: int
    """Whose papers could not be made, tried again and again: it is ready without them."""
    created_at: datetime
    ends_at: datetime
    """Until when it can be had."""
