"""Calls that the provider does not have: they let tests and people steer the sandbox."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel

from . import cards
from .acquirer import Refused
from .callbacks import Order
from .config import Behaviour
from .models import Callback, Fault, Intention, Transaction
from .payloads import return_url
from .state import Sandbox, sandbox

router = APIRouter(prefix="/sandbox", tags=["control"])
Here = Annotated[Sandbox, Depends(sandbox)]


class Pay(BaseModel):
    card: str = "5123456789012346"


class Settle(BaseModel):
    success: bool = True
    message: str = ""


class Release(BaseModel):
    order: Order = "sent"
    intention_id: str | None = None


class Paid(BaseModel):
    transaction: Transaction
    return_url: str | None


@router.get("/health")
async def health() -> dict[str, str]:
    """Answers when the sandbox is up."""
    return {"status": "ok"}


@router.get("/behaviour")
async def read_behaviour(here: Here) -> Behaviour:
    """Return the callback behaviour of all intentions."""
    return here.settings.behaviour


@router.put("/behaviour")
async def change_behaviour(body: Behaviour, here: Here) -> Behaviour:
    """Change it for all intentions that have no behaviour of their own."""
    here.settings.behaviour = _changed(here.settings.behaviour, body)
    return here.settings.behaviour


@router.get("/intentions")
async def list_intentions(here: Here, special_reference: str | None = None) -> list[Intention]:
    """All intentions, oldest first."""
    found = here.store.intentions.values()
    return [i for i in found if special_reference in (None, i.special_reference)]


@router.get("/intentions/{intention_id}")
async def read_intention(intention_id: str, here: Here) -> dict[str, Any]:
    """An intention with its transactions."""
    intention = _intention(here, intention_id)
    return {"intention": intention, "transactions": here.store.of_order(intention.order_id)}


@router.put("/intentions/{intention_id}/behaviour")
async def change_intention_behaviour(intention_id: str, body: Behaviour, here: Here) -> Behaviour:
    """Give one intention a behaviour of its own."""
    intention = _intention(here, intention_id)
    intention.behaviour = _changed(here.acquirer.behaviour(intention), body)
    here.store.save(intention)
    return intention.behaviour


@router.post("/intentions/{intention_id}/pay")
async def pay_intention(intention_id: str, body: Pay, here: Here) -> Paid:
    """Pay without a browser; answers the address to which the browser would return."""
    intention = _intention(here, intention_id)
    try:
        transaction = here.acquirer.pay(intention, cards.find(body.card))
    except Refused as refusal:
        raise HTTPException(409, str(refusal)) from refusal
    raw_plus = here.acquirer.behaviour(intention).raw_plus
    url = return_url(here.settings, intention, transaction, raw_plus)
    return Paid(transaction=transaction, return_url=url)


@router.get("/transactions")
async def list_transactions(here: Here) -> list[Transaction]:
    """All transactions, oldest first."""
    return list(here.store.transactions.values())


@router.post("/transactions/{transaction_id}/settle")
async def settle_transaction(transaction_id: int, body: Settle, here: Here) -> Transaction:
    """End a pending transaction, with its callback."""
    transaction = here.store.transactions.get(transaction_id)
    if transaction is None:
        raise HTTPException(404, "No such transaction.")
    try:
        return here.acquirer.settle(transaction, body.success, body.message)
    except Refused as refusal:
        raise HTTPException(409, str(refusal)) from refusal


@router.get("/callbacks")
async def list_callbacks(here: Here, intention_id: str | None = None) -> list[Callback]:
    """Every callback with what became of it."""
    found = here.store.callbacks.values()
    return [c for c in found if intention_id in (None, c.intention_id)]


@router.post("/callbacks/release")
async def release_callbacks(body: Release, here: Here) -> list[Callback]:
    """Send the held callbacks in an order of choice; answers when all were sent."""
    return await here.dispatcher.release(body.order, body.intention_id)


@router.post("/callbacks/{callback_id}/send")
async def send_callback(callback_id: int, here: Here) -> Callback:
    """Send one callback again, even if it was delivered before."""
    callback = here.store.callbacks.get(callback_id)
    if callback is None:
        raise HTTPException(404, "No such callback.")
    await here.dispatcher.deliver(callback)
    return callback


@router.get("/faults")
async def list_faults(here: Here) -> list[Fault]:
    """Faults that are still to come."""
    return here.store.faults


@router.post("/faults", status_code=201)
async def add_fault(body: Fault, here: Here) -> Fault:
    """Let the next calls of one kind fail."""
    here.store.faults.append(body)
    return body


@router.delete("/faults", status_code=204)
async def clear_faults(here: Here) -> None:
    """Let all calls work again."""
    here.store.faults.clear()


@router.post("/reset", status_code=204)
async def reset(here: Here) -> None:
    """Forget all intentions, transactions, callbacks and faults."""
    here.store.clear()


def _intention(here: Sandbox, intention_id: str) -> Intention:
    intention = here.store.intentions.get(intention_id)
    if intention is None:
        raise HTTPException(404, "No such intention.")
    return intention


def _changed(present: Behaviour, change: Behaviour) -> Behaviour:
    """Only the fields that were sent change."""
    return present.model_copy(update=change.model_dump(exclude_unset=True))
