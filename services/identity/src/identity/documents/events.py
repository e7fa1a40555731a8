"""The events about documents."""

from contracts.identity import DocumentExpiring

from identity.documents.models import DocumentKind, OrganizationDocument


def document_expiring(
    document: OrganizationDocument, kind: DocumentKind, days: int
) -> DocumentExpiring:
    """A document of an organization expires within so many days."""
    assert document.expires_on
    return DocumentExpiring(
        document_id=document.id,
        organization_id=document.organization_id,
        title_en=kind.name_en,
        title_ar=kind.name_ar,
        expires_on=document.expires_on,
        days=days,
    )
