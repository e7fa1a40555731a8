from typing import Annotated
from uuid import UUID

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter, Depends, Query, Response, UploadFile
from kit.core.config import KitSettings
from kit.core.downloads import attachment
from kit.core.errors import Invalid, TooManyRequests, Unavailable, problems
from kit.database.db import DatabaseDep, Session
from kit.documents.attachments import file_response
from kit.documents.media import Media
from kit.documents.papers import MEDIA_TYPE
from kit.documents.pictures import UPLOADING, read_upload
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.web.app import CONTEXT, Context

from enrollment.certificates.errors import CertificateNotFound
from enrollment.certificates.routes import ReaderDep
from enrollment.credentials.adapters.open_badges import MEDIA_TYPES, BadgeFormat, bake_badge
from enrollment.enrollments.routes import CandidateDep
from enrollment.papers import queries, rules
from enrollment.papers.designs import queries as designs
from enrollment.papers.designs import service
from enrollment.papers.errors import DesignChanged, PaperNotMade
from enrollment.papers.schemas import (
    DesignPublish,
    DesignRead,
    PictureKind,
    PictureRead,
    PreviewCreate,
)

router = APIRouter(prefix="/papers", tags=["papers"])
certificates_router = APIRouter(prefix="/certificates", tags=["papers"])

DesignerDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.STAFF,
        permissions=[Permission.UPDATE_CERTIFICATE_DESIGN],
    ),
]
_PDF: dict[int | str, dict[str, object]] = {
    200: {"content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}
_BADGE: dict[int | str, dict[str, object]] = {
    200: {
        "content": {
            media_type: {"schema": {"type": "string", "format": "binary"}}
            for media_type in MEDIA_TYPES.values()
        }
    }
}
_PNG: dict[int | str, dict[str, object]] = {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
}


@certificates_router.get(
    "/mine/{certificate_id}/paper",
    response_class=Response,
    responses=_PDF | problems(*AUTH_PROBLEMS, CertificateNotFound, PaperNotMade),
)
async def get_my_certificate_paper(
    session: Session, media: Media, actor: CandidateDep, certificate_id: UUID
) -> Response:
    """Download the caller's certificate as a PDF with the signed credential attached as
    `credential.jwt`.
    """
    number, key = await queries.get_own_paper(session, actor, certificate_id)
    return await file_response(media, key, MEDIA_TYPE, f"certificate-{number}.pdf", PaperNotMade)


@certificates_router.get(
    "/mine/{certificate_id}/badge",
    response_class=Response,
    responses=_BADGE | problems(*AUTH_PROBLEMS, CertificateNotFound, PaperNotMade),
)
async def get_my_certificate_badge(
    session: Session,
    actor: CandidateDep,
    certificate_id: UUID,
    kind: Annotated[BadgeFormat, Query(alias="format")] = BadgeFormat.PNG,
) -> Response:
    """Download a badge image with the signed credential, for badge wallets and profiles."""
    number, credential = await queries.get_own_badge(session, actor, certificate_id)
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": attachment(f"badge-{number}.{kind}"),
    }
    return Response(bake_badge(credential, kind), media_type=MEDIA_TYPES[kind], headers=headers)


@certificates_router.get(
    "/{certificate_id}/paper",
    response_class=Response,
    responses=_PDF | problems(*AUTH_PROBLEMS, CertificateNotFound, PaperNotMade),
)
async def get_certificate_paper(
    session: Session, media: Media, actor: ReaderDep, certificate_id: UUID
) -> Response:
    """Download a certificate of the organization as a PDF."""
    number, key = await queries.get_paper(session, actor, certificate_id)
    return await file_response(media, key, MEDIA_TYPE, f"certificate-{number}.pdf", PaperNotMade)


@router.get("/design", responses=problems(*AUTH_PROBLEMS))
async def get_certificate_design(session: Session, actor: DesignerDep) -> DesignRead:
    """Get the organization's current certificate design."""
    assert actor.scope
    return await designs.get_design(session, actor.scope)


@router.post("/design", responses=problems(*AUTH_PROBLEMS, DesignChanged, Invalid))
async def publish_certificate_design(
    session: Session, actor: DesignerDep, body: DesignPublish
) -> DesignRead:
    """Publish a design for future PDFs; existing PDFs keep theirs."""
    assert actor.scope
    return await service.publish_design(session, actor, actor.scope, body)


@router.post("/pictures", status_code=201, responses=problems(*AUTH_PROBLEMS) | UPLOADING)
async def create_design_picture(
    media: Media,
    actor: DesignerDep,
    file: UploadFile,
    kind: Annotated[PictureKind, Query()],
) -> PictureRead:
    """Upload a logo or a signature; the signature's background is removed."""
    assert actor.scope
    content = await read_upload(file, actor.user_id)
    return await service.create_picture(media, actor.scope, kind, content)


@router.post(
    "/preview",
    response_class=Response,
    responses=_PNG | problems(*AUTH_PROBLEMS, Invalid, TooManyRequests, Unavailable),
)
async def preview_certificate_design(
    database: DatabaseDep,
    media: Media,
    context: Annotated[Context[KitSettings, object], Depends(CONTEXT)],
    actor: DesignerDep,
    body: PreviewCreate,
) -> Response:
    """Preview a design with a sample certificate; at most 120 previews in ten minutes."""
    assert actor.scope
    rules.PREVIEW_LIMIT.take(actor.user_id)
    url = context.settings.public_url
    page = await service.render_preview(database, media, actor.scope, body, url)
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(page, media_type="image/png", headers=headers)
