"""The hosted checkout page, the bank's challenge and the way back to the merchant."""

import re
from calendar import monthrange
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Query, Request, Response

from . import cards
from .acquirer import Refused
from .models import Intention
from .pages import Pages
from .state import Sandbox, sandbox

router = APIRouter(include_in_schema=False)
Here = Annotated[Sandbox, Depends(sandbox)]
Show = Annotated[Pages, Depends()]
PublicKey = Annotated[str, Query(alias="publicKey")]
ClientSecret = Annotated[str, Query(alias="clientSecret")]
CHALLENGE_CODE = "1234"


async def open_intention(
    here: Here, show: Show, public_key: PublicKey = "", client_secret: ClientSecret = ""
) -> Intention | Response:
    """The intention of the address, or the page that says why it cannot be paid."""
    known = public_key == here.settings.public_key
    intention = here.store.by_secret(client_secret) if known else None
    if intention is None:
        return show.message("gone_title", "gone_hint", status=404)
    if paid := here.acquirer.find_payment(intention):
        return show.way_back(paid, title="paid_title")
    if intention.expired:
        return show.expired(intention)
    return intention


Asked = Annotated[Intention | Response, Depends(open_intention)]


@router.get("/unifiedcheckout/", response_model=None)
async def show_checkout(asked: Asked, show: Show) -> Response:
    """The card form of an intention."""
    return asked if isinstance(asked, Response) else show.form(asked)


@router.post("/unifiedcheckout/", response_model=None)
async def pay(request: Request, asked: Asked, here: Here, show: Show) -> Response:
    """Charge the card of the form."""
    if isinstance(asked, Response):
        return asked
    values = await _posted(request)
    if errors := invalid_fields(values):
        return show.form(asked, values=values, errors=errors)
    try:
        transaction = here.acquirer.pay(asked, cards.find(_digits(values["number"])))
    except Refused:
        return show.expired(asked)
    if transaction.is_3d_secure:
        return show.challenge(transaction)
    if transaction.success or transaction.pending:
        return show.way_back(transaction)
    return show.form(asked, declined=transaction)


@router.post("/acs/{transaction_id}", response_model=None)
async def answer_challenge(
    transaction_id: int, request: Request, here: Here, show: Show
) -> Response:
    """The cardholder's answer to the bank."""
    transaction = here.store.transactions.get(transaction_id)
    if transaction is None or not (transaction.is_3d_secure and transaction.pending):
        return show.message("gone_title", "gone_hint", status=404)
    values = await _posted(request)
    if values.get("answer") == "reject":
        here.acquirer.settle(transaction, False, "Authentication failed")
        return show.form(here.store.intentions[transaction.intention_id], declined=transaction)
    if values.get("code", "").strip() != CHALLENGE_CODE:
        return show.challenge(transaction, wrong=True)
    here.acquirer.settle(transaction, True)
    return show.way_back(transaction)


def invalid_fields(values: dict[str, str]) -> dict[str, str]:
    """The fields at fault, each with the key of its message."""
    errors = {}
    if not cards.luhn_valid(_digits(values.get("number", ""))):
        errors["number"] = "number_bad"
    expiry = re.fullmatch(r"(0[1-9]|1[0-2])\s*/\s*(?:20)?(\d\d)", values.get("expiry", "").strip())
    if expiry is None:
        errors["expiry"] = "expiry_bad"
    else:
        month, year = int(expiry[1]), 2000 + int(expiry[2])
        last = datetime(year, month, monthrange(year, month)[1], 23, 59, 59, tzinfo=UTC)
        if last < datetime.now(UTC):
            errors["expiry"] = "expiry_past"
    if not re.fullmatch(r"[0-9]{3,4}", values.get("cvv", "").strip()):
        errors["cvv"] = "cvv_bad"
    if not values.get("name", "").strip():
        errors["name"] = "name_bad"
    return errors


def _digits(number: str) -> str:
    return re.sub(r"[\s-]", "", number)


async def _posted(request: Request) -> dict[str, str]:
    return dict(parse_qsl((await request.body()).decode()))
