from typing import Annotated

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter, Path, Request
from kit.core.errors import problems
from kit.database.db import DATABASE, DatabaseDep
from kit.security.auth import AUTH_PROBLEMS, Caller, guard
from kit.web.direct import UnvalidatedRoute
from starlette.responses import Response

from enrollment.verifications import queries
from enrollment.verifications.schemas import (
    MAX_NUMBER_LENGTH,
    VerificationList,
    VerificationRead,
    VerificationsCreate,
)

router = APIRouter(prefix="/verifications", tags=["verifications"])
public_router = APIRouter(
    prefix="/verifications", tags=["verifications"], route_class=UnvalidatedRoute
)

VerifierDep = Annotated[
    Caller,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.STAFF,
        ProfileType.ADMIN,
        permissions=[Permission.VIEW_CERTIFICATES],
        partner=Permission.VIEW_CERTIFICATES,
    ),
]
_PUBLIC = {"Access-Control-Allow-Origin": "*"}


@public_router.get("/{number}", response_model=VerificationRead)
async def verify_certificate(
    request: Request, number: Annotated[str, Path(max_length=MAX_NUMBER_LENGTH)]
) -> Response:
    """Verify a certificate by its number in any form. Public."""
    answer = await queries.verify_number(DATABASE.of(request.app), number[:MAX_NUMBER_LENGTH])
    return Response(answer, media_type="application/json", headers=_PUBLIC)


@router.post("", response_model=VerificationList, responses=problems(*AUTH_PROBLEMS))
async def verify_certificates(
    database: DatabaseDep, _: VerifierDep, body: VerificationsCreate
) -> Response:
    """Verify up to 1,000 certificates of any organization; invalid numbers are unknown."""
    answer = await queries.verify_numbers(database, body.numbers)
    return Response(answer, media_type="application/json")
