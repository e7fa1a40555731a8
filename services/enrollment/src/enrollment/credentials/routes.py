"""Public routes for verifiers; any origin may read them."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.web.cache import CachedRoute
from starlette.responses import JSONResponse, Response

from enrollment.credentials import queries
from enrollment.credentials.adapters.did_web import IssuerDep
from enrollment.credentials.adapters.open_badges import BadgeFormat, read_image
from enrollment.credentials.schemas import IssuerKeys

router = APIRouter(prefix="/credentials", tags=["credentials"], route_class=CachedRoute)

_PUBLIC = {"Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=300"}
_JWT = "application/vc+jwt"
_JWT_ANSWER: dict[int | str, dict[str, Any]] = {
    200: {"content": {_JWT: {"schema": {"type": "string"}}}}
}


class CredentialAnswer(Response):
    """A signed credential."""

    media_type = _JWT


@router.get("/jwks.json", response_model=IssuerKeys)
async def get_credential_keys(session: Session, issuer: IssuerDep) -> JSONResponse:
    """List the public keys that verify certificates, including former keys."""
    keys = await queries.list_issuer_keys(session, issuer)
    return JSONResponse(keys.model_dump(), headers=_PUBLIC)


@router.get("/did.json", response_model=dict[str, Any])
async def get_issuer_document(session: Session, issuer: IssuerDep) -> JSONResponse:
    """Get the issuer's DID document, also at `/.well-known/did.json`."""
    return JSONResponse(await queries.get_did_document(session, issuer), headers=_PUBLIC)


@router.get(
    "/badge.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}},
)
async def get_badge_image() -> Response:
    """Get the badge image that credentials refer to."""
    return Response(read_image(BadgeFormat.PNG), media_type="image/png", headers=_PUBLIC)


@router.get(
    "/status-lists/{number}",
    response_class=CredentialAnswer,
    responses=_JWT_ANSWER | problems(NotFound),
)
async def get_status_list(
    session: Session, issuer: IssuerDep, number: Annotated[int, Path(ge=0, le=1_000_000)]
) -> CredentialAnswer:
    """Get a status list of revoked certificates (W3C Bitstring Status List, signed)."""
    return CredentialAnswer(await queries.get_status_list(session, issuer, number), headers=_PUBLIC)
