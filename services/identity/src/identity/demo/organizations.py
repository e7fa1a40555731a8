"""The demo's organizations: their details, addresses, documents and submissions."""

from datetime import timedelta
from typing import Any

from contracts import ApprovalStatus, ContentType, Event
from kit.core.files import Files
from kit.database.db import AsyncSession, utc_now
from kit.documents.attachments import PDF
from kit.documents.rules import MAX_UPLOAD_BYTES
from kit.domain.demo import demo_id
from kit.domain.demo.organizations import (
    KINDS,
    ORGANIZATIONS,
    SAUDI_ARABIA,
    DemoKind,
    DemoOrganization,
    build_demo_document,
    expires_on,
    get_demo_snapshot,
)
from sqlalchemy import select
from sqlmodel import col

from identity.demo.people import PROVIDERS, Provider
from identity.organizations.documents.models import (
    DocumentKind,
    FileKind,
    HolderType,
    ProfileDocument,
)
from identity.organizations.organizations.events import organization_updated
from identity.organizations.organizations.models import Organization, OrganizationAddress
from identity.organizations.submissions.events import organization_submitted
from identity.organizations.submissions.models import Submission


async def add_organizations(
    session: AsyncSession, logos: dict[str, str]
) -> list[tuple[Event, int]]:
    """Create missing organizations; `logos` are the keys of their pictures."""
    stored = set(await session.scalars(select(col(Organization.id))))
    events: list[tuple[Event, int]] = []
    for provider in PROVIDERS:
        found = ORGANIZATIONS[provider.key]
        if demo_id("organization", found.key) in stored:
            continue
        organization = _organization(found, provider, logos[found.key])
        session.add(organization)
        await session.flush()
        address = _address(found)
        session.add(address)
        events.append((organization_updated(organization, address), 1))
        if provider.status is ApprovalStatus.SUBMITTED:
            snapshot = get_demo_snapshot(found.key)
            submitted = organization_submitted(organization, snapshot, address.state_id)
            events.append((submitted, 1))
    await session.flush()
    return events


async def add_documents(session: AsyncSession, files: Files) -> None:
    """Create document kinds and the demo's documents, unless any kind exists. Users must exist."""
    if await session.scalar(select(col(DocumentKind.id)).limit(1)) is not None:
        return
    session.add_all(_kind(kind, place) for place, kind in enumerate(KINDS))
    await session.flush()
    for provider in PROVIDERS:
        found = ORGANIZATIONS[provider.key]
        for kind in KINDS:
            session.add(await _hand_in(files, found, kind))
        session.add(_submission(found, provider.status))
    await session.flush()


def _organization(found: DemoOrganization, provider: Provider, logo: str) -> Organization:
    return Organization(
        id=demo_id("organization", found.key),
        name_en=found.name_en,
        name_ar=found.name_ar,
        email=found.email,
        commercial_number=found.commercial_number,
        tax_number=found.tax_number,
        contact_name=found.contact_name,
        contact_phone=found.contact_phone,
        website=found.website,
        image_key=logo,
        status=provider.status,
        submission=1,
        submitted_by=demo_id("user", found.key),
    )


def _address(found: DemoOrganization) -> OrganizationAddress:
    places = {"country": SAUDI_ARABIA, "state": found.state, "city": found.city}
    values: dict[str, Any] = {
        f"{name}_{part}": value
        for name, place in places.items()
        for part, value in (("id", place.id), ("en", place.name_en), ("ar", place.name_ar))
    }
    return OrganizationAddress(
        organization_id=demo_id("organization", found.key),
        line1=found.line1,
        updated_at=utc_now(),
        **values,
    )


def _kind(kind: DemoKind, place: int) -> DocumentKind:
    return DocumentKind(
        id=demo_id("document-kind", kind.key),
        profile_type=HolderType.ORGANIZATION,
        name_en=kind.name_en,
        name_ar=kind.name_ar,
        required=kind.required,
        accepts=[each.value for each in FileKind],
        max_bytes=MAX_UPLOAD_BYTES,
        expires=kind.expires,
        # Kinds are listed in the order of creation.
        created_at=utc_now() + timedelta(seconds=place),
    )


async def _hand_in(files: Files, found: DemoOrganization, kind: DemoKind) -> ProfileDocument:
    name = f"{found.key}:{kind.key}"
    key = f"organizations/demo-{demo_id('document', name)}.pdf"
    content = build_demo_document(found, kind)
    await files.put(key, content, PDF)
    return ProfileDocument(
        id=demo_id("document", name),
        owner_id=demo_id("organization", found.key),
        kind_id=demo_id("document-kind", kind.key),
        key=key,
        media_type=PDF,
        size=len(content),
        expires_on=expires_on(found, kind),
        uploaded_by=demo_id("user", found.key),
        submission=1,
    )


def _submission(found: DemoOrganization, status: ApprovalStatus) -> Submission:
    return Submission(
        content_type=ContentType.ORGANIZATION,
        content_id=demo_id("organization", found.key),
        number=1,
        snapshot=get_demo_snapshot(found.key).model_dump(mode="json"),
        submitted_by=demo_id("user", found.key),
        status=status,
        decided_at=None if status is ApprovalStatus.SUBMITTED else utc_now(),
    )
