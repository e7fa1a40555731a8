"""Uploads pictures, previews designs and publishes them as new versions."""

import secrets
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from kit.core.errors import Invalid, Unavailable
from kit.database.db import AsyncSession, Database, advisory_lock
from kit.documents.media import FilesDeleted, MediaStore, adopt
from kit.documents.papers import render_page
from kit.documents.picture_options import PictureOptions
from kit.documents.pictures import MEDIA_TYPE, process
from kit.domain.timezone import today
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from enrollment.certificates.models import Certificate
from enrollment.papers.adapters.certificate import CERTIFICATE, build_certificate_paper
from enrollment.papers.designs.queries import build_picture_key, get_design
from enrollment.papers.errors import DesignChanged
from enrollment.papers.models import CertificateDesign
from enrollment.papers.schemas import (
    DesignContent,
    DesignPublish,
    DesignRead,
    PictureKind,
    PictureRead,
    PreviewCreate,
    Sample,
)
from enrollment.replicas.models import Organization

_MAKING = {
    PictureKind.LOGO: PictureOptions(boxes=[(1200, 480)]),
    PictureKind.SIGNATURE: PictureOptions(boxes=[(900, 360)], ink=True),
}
"""Pixel sizes for printing at 300 dpi or more: 90 x 19 mm and 40 x 15 mm."""
_NAMELESS = ("Your organization", "منشأتك")
_SAMPLES = {
    Sample.USUAL: ("Sara Abdullah Al-Qahtani", "سارة عبدالله القحطاني"),
    Sample.LONG: (
        "Abdulrahman Muhammad Abdulaziz Abdullah Al-Mutairi Al-Otaibi",
        "عبدالرحمن محمد عبدالعزيز عبدالله المطيري العتيبي",
    ),
    Sample.ENGLISH: ("Maria Santos", "Maria Santos"),
    Sample.ARABIC: ("سارة عبدالله القحطاني", "سارة عبدالله القحطاني"),
}


async def create_picture(
    media: MediaStore, organization_id: UUID, kind: PictureKind, content: bytes
) -> PictureRead:
    """Store a logo, or a signature cut out of its picture, for a future design.

    Raises `Invalid` for the field `file`, and `Unavailable` while too many uploads wait.
    """
    (picture,) = await process(content, _MAKING[kind])
    name = secrets.token_urlsafe(24)
    await media.store({build_picture_key(organization_id, name): picture}, MEDIA_TYPE)
    return PictureRead(name=name)


async def read_pictures(
    media: MediaStore, organization_id: UUID, design: DesignContent
) -> Mapping[str, bytes]:
    """Read the stored pictures of a design, by name."""
    found = {}
    for name in _names(design):
        content = await media.read(build_picture_key(organization_id, name))
        if content is not None:
            found[name] = content
    return found


async def render_preview(
    database: Database, media: MediaStore, organization_id: UUID, content: PreviewCreate, url: str
) -> bytes:
    """Render a sample certificate with this design as a PNG.

    Raises `Unavailable` if rendering is impossible now.
    """
    # Hold no database connection while rendering.
    async with database.transaction() as session:
        organization = await session.get(Organization, organization_id)
    names = (organization.name_en, organization.name_ar) if organization else _NAMELESS
    pictures = await read_pictures(media, organization_id, content)
    paper = build_certificate_paper(_sample(content.sample, names), content, pictures.keys(), url)
    page = await render_page(CERTIFICATE, paper, pictures)
    if page is None:
        raise Unavailable
    return page


async def publish_design(
    session: AsyncSession, actor: Principal, organization_id: UUID, content: DesignPublish
) -> DesignRead:
    """Publish a design for future PDFs; existing PDFs keep theirs.

    Raises `DesignChanged`, and `Invalid` for a picture older than a day or uploaded by another
    organization.
    """
    await advisory_lock(session, f"design:{organization_id}")
    before = await get_design(session, organization_id)
    if before.version != content.version:
        raise DesignChanged
    await _adopt_pictures(session, organization_id, content)
    session.add(
        CertificateDesign(
            organization_id=organization_id,
            version=before.version + 1,
            accent=content.accent,
            logo_key=content.logo and build_picture_key(organization_id, content.logo),
            signatories=[each.model_dump() for each in content.signatories],
            text_en=content.text_en,
            text_ar=content.text_ar,
            published_by=actor.user_id,
        )
    )
    await session.flush()
    return await get_design(session, organization_id)


async def _adopt_pictures(
    session: AsyncSession, organization_id: UUID, content: DesignContent
) -> None:
    """Keep the design's pictures permanently. Older versions keep theirs, so that PDFs can be made
    again.
    """
    versions = await session.scalars(
        select(CertificateDesign).where(col(CertificateDesign.organization_id) == organization_id)
    )
    kept = {key for version in versions for key in _keys(version, organization_id)}
    for field, name in _list_pictures(content):
        key = build_picture_key(organization_id, name)
        if key in kept:
            continue
        try:
            await adopt(session, [key])
        except FilesDeleted as error:
            message = "We keep uploads for one day only. Upload this picture again."
            raise Invalid.field(field, "picture.expired", message) from error
        kept.add(key)


def _keys(design: CertificateDesign, organization_id: UUID) -> list[str]:
    signatures = (each["signature"] for each in design.signatories)
    keys = [build_picture_key(organization_id, name) for name in signatures if name]
    return [*keys, design.logo_key] if design.logo_key else keys


def _list_pictures(design: DesignContent) -> list[tuple[str, str]]:
    """List the design's pictures with their field names."""
    fields = [("logo", design.logo)]
    fields += [
        (f"signatories.{at}.signature", each.signature)
        for at, each in enumerate(design.signatories)
    ]
    return [(field, name) for field, name in fields if name]


def _names(design: DesignContent) -> set[str]:
    return {name for _, name in _list_pictures(design)}


def _sample(sample: Sample, organization: tuple[str, str]) -> Certificate:
    name_en, name_ar = _SAMPLES[sample]
    day = today()
    # The sample has no IDs and is never stored.
    columns: dict[str, Any] = {
        "number": "XXXXXXXXXXXX",
        "holder_name_en": name_en,
        "holder_name_ar": name_ar,
        "training_title_en": "Warehouse Operations",
        "training_title_ar": "عمليات المستودعات",
        "organization_name_en": organization[0],
        "organization_name_ar": organization[1],
        "started_on": day - timedelta(days=12),
        "ended_on": day - timedelta(days=1),
        "score_percent": 92,
        "issued_on": day,
        "expires_on": date(day.year + 2, day.month, 1),
    }
    if sample is Sample.LONG:
        columns |= {
            "training_title_en": "Advanced certificate programme in cold-chain logistics, customs "
            "clearance and last-mile delivery",
            "training_title_ar": "برنامج الشهادة المتقدمة في لوجستيات سلسلة التبريد والتخليص "
            "الجمركي والتوصيل للميل الأخير",
        }
    return Certificate(**columns)
