from datetime import datetime
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel

from enrollment.certificates.schemas import CertificateFilter


class ArchiveFilter(InputModel, CertificateFilter):
    """Filters of a list of certificates, in a request body."""


class ArchiveCreate(InputModel):
    """Selection of certificates; only those issued at this moment are included."""

    filters: ArchiveFilter


class ArchiveRead(BaseModel):
    """A ZIP file of certificates. Certificates revoked or superseded later are not counted."""

    id: UUID
    ready: bool
    """It can be downloaded: no PDF is still being made."""
    batch_code: str | None
    """Set if all certificates are of one batch."""
    total: int
    made: int
    """Certificates whose PDF is made."""
    failed: int
    """Certificates whose PDF failed repeatedly; the archive is ready without them."""
    created_at: datetime
    ends_at: datetime
    """Time of expiry."""
