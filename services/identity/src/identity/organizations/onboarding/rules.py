"""Steps of an organization that can be edited, and parts that a submission needs."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from contracts import ApprovalStatus
from kit.security.auth import NotAllowed, Principal

from identity.organizations.documents.models import DocumentKind, ProfileDocument
from identity.organizations.documents.rules import list_missing_documents
from identity.organizations.onboarding.errors import NotEditable
from identity.organizations.onboarding.schemas import MissingPart, Step
from identity.organizations.organizations.models import Organization, OrganizationAddress

OPEN = (ApprovalStatus.DRAFT, ApprovalStatus.RETURNED)
"""Statuses in which it can be submitted."""
REQUIRED = {
    Step.DETAILS: ("name_en", "name_ar", "commercial_number", "tax_number"),
    Step.CONTACT: ("contact_name", "contact_phone", "email"),
}
_AFTER_APPROVAL = (Step.CONTACT, Step.ADDRESS, Step.DOCUMENTS)
"""Approved names and numbers are final; the contact may change and documents be renewed."""


def require_organization(actor: Principal) -> UUID:
    """Return the organization for which the caller acts.

    Raises `NotAllowed`.
    """
    if actor.organization_id is None:
        raise NotAllowed
    return actor.organization_id


def editable_steps(status: ApprovalStatus) -> list[Step]:
    """Return the steps that can be edited in this status.

    None while under review: approvers must decide on the submitted version.
    """
    if status in OPEN:
        return list(Step)
    return list(_AFTER_APPROVAL) if status is ApprovalStatus.APPROVED else []


def check_editable(organization: Organization, step: Step) -> None:
    """Raise `NotEditable` if the step cannot be edited now."""
    if step not in editable_steps(organization.status):
        raise NotEditable


def list_missing(
    organization: Organization,
    address: OrganizationAddress | None,
    kinds: Iterable[DocumentKind],
    documents: Sequence[ProfileDocument],
) -> list[MissingPart]:
    """List what is missing, in the order of the steps; empty if it can be submitted."""
    missing = [
        MissingPart(step=step, field=field, code="field.missing")
        for step, fields in REQUIRED.items()
        for field in fields
        if not getattr(organization, field)
    ]
    if organization.image_key is None:
        missing.append(MissingPart(step=Step.DETAILS, field="image", code="field.missing"))
    if address is None:
        missing.append(MissingPart(step=Step.ADDRESS, field="address", code="field.missing"))
    missing += [
        MissingPart(step=Step.DOCUMENTS, field=field, code=code)
        for field, code in list_missing_documents(kinds, documents)
    ]
    return sorted(missing, key=lambda part: list(Step).index(part.step))
