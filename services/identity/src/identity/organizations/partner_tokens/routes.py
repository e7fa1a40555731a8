from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import JSONResponse
from kit.core.errors import problems
from kit.core.remote_address import Address
from kit.database.db import DatabaseDep
from kit.telemetry.admission import Essential
from kit.web.idempotency import repeatable

from identity.organizations.partner_tokens import service
from identity.organizations.partner_tokens.schemas import TokenForm, TokenProblem, TokenRead
from identity.sign_in.attempts.errors import AccountLocked
from identity.sign_in.revocations.service import KeysDep

router = APIRouter(prefix="/auth", tags=["partner clients"], dependencies=[Essential])


@router.post(
    "/token",
    response_model=TokenRead,
    responses=problems(AccountLocked)
    | {400: {"model": TokenProblem}, 401: {"model": TokenProblem}},
)
@repeatable
async def create_partner_token(
    request: Request,
    _: Annotated[TokenForm, Form()],
    database: DatabaseDep,
    keys: KeysDep,
    address: Address,
) -> JSONResponse:
    """Issue an access token for 15 minutes to an API client (RFC 6749, client credentials)."""
    # The raw form: the model would keep only the last of a repeated parameter.
    form = [(name, str(value)) for name, value in (await request.form()).multi_items()]
    answer = await service.create_token(database, keys, request.headers, form, address)
    return JSONResponse(answer.body, answer.status, answer.headers)
