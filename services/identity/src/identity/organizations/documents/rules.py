"""Validity of documents, and checks of uploads against their kind.

Admins set a kind's maximum size, up to `kit.documents.rules.MAX_UPLOAD_BYTES`.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from contracts import ApprovalStatus
from contracts.submissions import document_name
from kit.core.errors import Invalid
from kit.documents.attachments import PDF, Document
from kit.domain.timezone import today
from sqlalchemy import ColumnElement, or_
from sqlmodel import col

from identity.organizations.documents.models import DocumentKind, FileKind, ProfileDocument
from identity.organizations.documents.schemas import MIB, DocumentStatus

NOTICES = (60, 30, 7)
"""Days before a document's expiry on which its owner is reminded."""
EDITABLE = (ApprovalStatus.DRAFT, ApprovalStatus.RETURNED, ApprovalStatus.APPROVED)
"""Excludes documents under review: approvers must decide on the submitted version."""


def get_document_status(expires_on: date | None) -> DocumentStatus:
    """Return a document's status today."""
    if expires_on is None or expires_on > today() + timedelta(days=NOTICES[0]):
        return DocumentStatus.VALID
    return DocumentStatus.EXPIRED if expires_on < today() else DocumentStatus.EXPIRING


def has_status(status: DocumentStatus) -> ColumnElement[bool]:
    """Build the condition that a document has this status today, like `get_document_status`."""
    expires_on = col(ProfileDocument.expires_on)
    first, last = today(), today() + timedelta(days=NOTICES[0])
    match status:
        case DocumentStatus.VALID:
            return or_(expires_on.is_(None), expires_on > last)
        case DocumentStatus.EXPIRING:
            return expires_on.between(first, last)
        case DocumentStatus.EXPIRED:
            return expires_on < first


def find_due_notice(expires_on: date) -> int | None:
    """Return the latest due reminder, in days before the expiry (60, 30 or 7), or None."""
    left = (expires_on - today()).days
    return min((days for days in NOTICES if left <= days), default=None)


def list_missing_documents(
    kinds: Iterable[DocumentKind], documents: Iterable[ProfileDocument]
) -> list[tuple[str, str]]:
    """List obstacles to a submission: document names with `field.missing` or `document.expired`."""
    by_kind = {document.kind_id: document for document in documents}
    return [
        (document_name(kind.id), code)
        for kind in kinds
        if (code := _find_problem(kind, by_kind.get(kind.id)))
    ]


def _find_problem(kind: DocumentKind, document: ProfileDocument | None) -> str | None:
    if document is None:
        return "field.missing" if kind.required else None
    expired = get_document_status(document.expires_on) is DocumentStatus.EXPIRED
    return "document.expired" if expired else None


def check_document_file(kind: DocumentKind, document: Document, expires_on: date | None) -> None:
    """Check a file and its expiry date against the document kind.

    Raises `Invalid` for the field `file` or `expires_on`.
    """
    given = FileKind.PDF if document.media_type == PDF else FileKind.PICTURE
    if given not in kind.accepts:
        raise Invalid.field(
            "file",
            "document_kind.format_not_accepted",
            "This file type isn't accepted here. Choose another file.",
        )
    if len(document.content) > kind.max_bytes:
        raise Invalid.field(
            "file",
            "document_kind.size_exceeded",
            f"The file is larger than {kind.max_bytes // MIB} MB.",
        )
    if not kind.expires:
        if expires_on is not None:
            raise Invalid.field(
                "expires_on", "document.never_expires", "This document has no expiry date."
            )
    elif expires_on is None:
        raise Invalid.field("expires_on", "field.missing", "Fill in this field.")
    elif expires_on < today():
        raise Invalid.field(
            "expires_on", "document.expired", "This document has expired. Upload a valid one."
        )
