from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Response
from kit.core.errors import problems
from kit.telemetry.admission import Essential

from payments.adapters.paymob.client import ContextDep
from payments.settlement.callbacks import service as callbacks
from payments.settlement.errors import SignatureInvalid

router = APIRouter(tags=["webhooks"], dependencies=[Essential])


@router.post("/webhooks/paymob", status_code=200, responses=problems(SignatureInvalid))
async def receive_paymob_webhook(
    context: ContextDep,
    body: Annotated[dict[str, Any], Body()],
    hmac: Annotated[str, Query(max_length=256)] = "",
) -> Response:
    """Store a callback from the provider; a job settles it immediately afterwards. Idempotent."""
    await callbacks.receive_callback(context.database, body, hmac, *context.settings.hmac_secrets)
    return Response(status_code=200)
