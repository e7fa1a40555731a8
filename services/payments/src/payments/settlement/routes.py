"""Where the provider calls."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Response
from kit.errors import problems

from payments.paymob.provider import Running
from payments.settlement import callbacks
from payments.settlement.errors import SignatureInvalid

router = APIRouter(tags=["webhooks"])


@router.post("/webhooks/paymob", status_code=200, responses=problems(SignatureInvalid))
async def receive_paymob_webhook(
    running: Running,
    body: Annotated[dict[str, Any], Body()],
    hmac: Annotated[str, Query(max_length=256)] = "",
) -> Response:
    """Store a processed callback, then settle by it. A repeated one is accepted and changes
    nothing.

    Two transactions: what the provider said stays known even if settling by it fails, and is
    then repeated by a sweep.
    """
    secret = running.settings.paymob_hmac_secret.get_secret_value()
    async with running.database.transaction() as session:
        callback_id = await callbacks.receive(session, body, hmac, secret)
    if callback_id is not None:
        async with running.database.transaction() as session:
            await callbacks.process(session, callback_id)
    return Response(status_code=200)
