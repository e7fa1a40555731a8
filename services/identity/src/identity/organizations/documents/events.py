from collections.abc import Collection
from uuid import UUID

from contracts.identity import DocumentExpiring, DocumentReplaced

from identity.accounts.accounts.models import Profile, User
from identity.organizations.documents.models import DocumentKind, ProfileDocument
from identity.organizations.organizations.models import Organization


def document_expiring(
    document: ProfileDocument, kind: DocumentKind, days: int, staff: Profile | None
) -> DocumentExpiring:
    """Build the reminder that an organization's or staff document expires within `days`."""
    assert document.expires_on
    organization_id = staff.organization_id if staff else document.owner_id
    assert organization_id
    return DocumentExpiring(
        document_id=document.id,
        organization_id=organization_id,
        user_id=staff.user_id if staff else None,
        title_en=kind.name_en,
        title_ar=kind.name_ar,
        expires_on=document.expires_on,
        days=days,
    )


def document_replaced(
    document: ProfileDocument,
    kind: DocumentKind,
    organization: Organization,
    staff: User | None,
    reviewers: Collection[UUID],
) -> DocumentReplaced:
    """Build the event that asks reviewers to look at a new document of an approved owner."""
    return DocumentReplaced(
        document_id=document.id,
        organization_id=organization.id,
        organization_name_en=organization.name_en,
        organization_name_ar=organization.name_ar,
        title_en=kind.name_en,
        title_ar=kind.name_ar,
        expires_on=document.expires_on,
        **(
            {"user_id": staff.id, "user_name_en": staff.name_en, "user_name_ar": staff.name_ar}
            if staff
            else {}
        ),
        reviewer_user_ids=tuple(sorted(reviewers)),
    )
