"""Routes of a learner's certificates, for visitors and the holder."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path
from kit.core.errors import problems
from kit.core.remote_address import Network
from kit.database.db import Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, OptionalUser
from kit.web.app import CONTEXT, Context
from kit.web.idempotency import renew_on_retry

from enrollment.certificates.errors import CertificateNotFound
from enrollment.config import Settings
from enrollment.enrollments.routes import CandidateDep
from enrollment.learners import queries, service
from enrollment.learners.errors import LinkEnded, PassEnded, TooManyLinks
from enrollment.learners.schemas import (
    LearnerCertificates,
    LinkCreate,
    LinkCreated,
    LinkedCertificates,
    LinkRead,
    LookPage,
    VisibilityUpdate,
)
from enrollment.learners.service import Looker

router = APIRouter(prefix="/learners", tags=["learners"])


async def _looker(actor: OptionalUser, network: Network) -> Looker:
    return Looker(actor, network)


LookerDep = Annotated[Looker, Depends(_looker)]
Token = Annotated[str, Path(max_length=100)]


@router.get("/passes/{token}", responses=problems(PassEnded))
async def get_learner_certificates(
    session: Session,
    context: Annotated[Context[Settings], Depends(CONTEXT)],
    looker: LookerDep,
    token: Token,
) -> LearnerCertificates:
    """List the public certificates of a pass's learner.

    The learner sees the search, with the caller's name if signed in.
    """
    secret = context.settings.learner_secret.get_secret_value()
    return await service.show_learner(session, looker, secret, token)


@router.get("/links/{token}", responses=problems(LinkEnded))
async def get_linked_certificates(
    session: Session, looker: LookerDep, token: Token
) -> LinkedCertificates:
    """List the certificates of a secret link."""
    return await service.show_linked(session, looker, token)


@router.get("/mine/looks", responses=problems(*AUTH_PROBLEMS))
async def list_my_looks(session: Session, actor: CandidateDep, page: Paging) -> LookPage:
    """List searches for the caller's certificates within a year."""
    return await queries.list_looks(session, actor, page)


@router.get("/mine/links", responses=problems(*AUTH_PROBLEMS))
async def list_my_links(session: Session, actor: CandidateDep) -> list[LinkRead]:
    """List the caller's valid links."""
    return await queries.list_links(session, actor)


@router.post("/mine/links", status_code=201, responses=problems(*AUTH_PROBLEMS, TooManyLinks))
@renew_on_retry(service.reissue_link)
async def create_my_link(session: Session, actor: CandidateDep, body: LinkCreate) -> LinkCreated:
    """Create a temporary link to selected certificates."""
    return await service.create_link(session, actor, body)


@router.delete(
    "/mine/links/{link_id}", status_code=204, responses=problems(*AUTH_PROBLEMS, LinkEnded)
)
async def withdraw_my_link(session: Session, actor: CandidateDep, link_id: UUID) -> None:
    """Withdraw a link."""
    await service.withdraw_link(session, actor, link_id)


@router.patch(
    "/mine/certificates/{certificate_id}",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, CertificateNotFound),
)
async def update_my_certificate(
    session: Session, actor: CandidateDep, certificate_id: UUID, body: VisibilityUpdate
) -> None:
    """Make one of the caller's certificates public or private."""
    await service.set_visibility(session, actor, certificate_id, body)
