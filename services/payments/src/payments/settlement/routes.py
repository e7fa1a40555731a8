"""The provider's webhook."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Response
from kit.errors import problems

from payments.paymob.provider import ProviderDep
from payments.settlement import callbacks
from payments.settlement.errors import SignatureInvalid

router = APIRouter(tags=["webhooks"])
SETTLED_AT_ONCE = 4
"""Of a copy's sixteen connections to the database: the others are for payers, and for storing."""
_settling = asyncio.Semaphore(SETTLED_AT_ONCE)


@router.post("/webhooks/paymob", status_code=200, responses=problems(SignatureInvalid))
async def receive_paymob_webhook(
    provider: ProviderDep,
    body: Annotated[dict[str, Any], Body()],
    hmac: Annotated[str, Query(max_length=256)] = "",
) -> Response:
    """Store a callback, then settle by it. A repeated one is accepted and changes nothing.

    There are two transactions: a callback stays stored when settling by it fails, which a sweep
    then repeats. In a burst the second one is left to the sweep, so that all are accepted quickly.
    """
    async with provider.database.transaction() as session:
        callback_id = await callbacks.receive(session, body, hmac, *provider.settings.hmac_secrets)
    if callback_id is not None and not _settling.locked():
        async with _settling, provider.database.transaction() as session:
            await callbacks.process(session, callback_id)
    return Response(status_code=200)
