"""Simulated bank: payments, challenges, refunds, voids and captures."""

from datetime import UTC, datetime, timedelta, timezone

from .callbacks import Dispatcher
from .cards import Card
from .config import Behaviour, Settings
from .models import Intention, Transaction
from .store import Store

RIYADH = timezone(timedelta(hours=3))


class Refused(Exception):
    """The provider refuses the call; the message is what it answers."""


def now_text() -> str:
    """A time as the provider writes it in Saudi Arabia: with its offset."""
    return datetime.now(RIYADH).isoformat()


class Acquirer:
    """Moves the money that does not exist, and has the callbacks sent."""

    def __init__(self, settings: Settings, store: Store, dispatcher: Dispatcher) -> None:
        self._settings = settings
        self._store = store
        self._dispatcher = dispatcher

    def behaviour(self, intention: Intention) -> Behaviour:
        """The intention's own behaviour, else the sandbox's."""
        return intention.behaviour or self._settings.behaviour

    def find_payment(self, intention: Intention) -> Transaction | None:
        """The transaction that paid this intention, if any."""
        found = (t for t in self._store.of_order(intention.order_id) if t.paid)
        return next(found, None)

    def pay(self, intention: Intention, card: Card) -> Transaction:
        """Charge a card. Only a decline or a success fires a callback, as at the provider."""
        if intention.expired:
            raise Refused("This payment link has expired.")
        if self.find_payment(intention):
            raise Refused("This order has already been paid.")
        rules = self.behaviour(intention)
        stamp = now_text()
        transaction = Transaction(
            id=self._store.new_id(),
            intention_id=intention.id,
            order_id=intention.order_id,
            amount_cents=rules.report_amount_cents or intention.amount,
            currency=rules.report_currency or intention.currency,
            integration_id=rules.report_integration_id or intention.integration_id,
            created_at=stamp,
            updated_at=stamp,
            card_pan=card.pan,
            card_brand=card.brand,
            is_auth=intention.integration_id == self._settings.auth_integration_id,
            is_3d_secure=card.outcome == "challenge",
            pending=card.outcome in ("pending", "challenge"),
            success=card.outcome == "approve",
            message="Pending" if card.outcome == "challenge" else card.message,
            response_code="PENDING" if card.outcome == "challenge" else card.response_code,
        )
        self._store.save(transaction)
        if not transaction.pending:
            self._dispatcher.send(intention, transaction)
        elif card.outcome == "pending" and rules.pending_ms is not None:
            self._dispatcher.later(rules.pending_ms, lambda: self.settle(transaction, True))
        return transaction

    def settle(self, transaction: Transaction, success: bool, message: str = "") -> Transaction:
        """End a pending transaction.

        Raises `Refused` if it is not pending.
        """
        if not transaction.pending:
            raise Refused("This transaction is not pending.")
        transaction.pending = False
        transaction.success = success
        transaction.message = message or ("Approved" if success else "Declined")
        transaction.response_code = "APPROVED" if success else "DECLINED"
        self._touch(transaction)
        self._dispatcher.send(self._store.intentions[transaction.intention_id], transaction)
        return transaction

    def refund(self, transaction: Transaction, amount: int) -> Transaction:
        """Give back all or a part; answers the child transaction."""
        limit = self._money_held(transaction)
        if amount > limit:
            raise Refused(
                "Requested Refund Amount is greater than the maximum refund amount permissible."
                f" Maximum Refund Amount is {transaction.currency} {limit / 100}"
            )
        transaction.refunded_amount_cents += amount
        transaction.is_refunded = True
        child = self._child(transaction, amount)
        child.is_refund = True
        return self._finish(transaction, child)

    def void(self, transaction: Transaction) -> Transaction:
        """Undo a payment on the business day on which it was made."""
        self._money_held(transaction)
        made = datetime.fromisoformat(transaction.created_at).astimezone(RIYADH).date()
        if transaction.is_refunded or made != datetime.now(UTC).astimezone(RIYADH).date():
            raise Refused("Transaction can not be voided.")
        transaction.is_voided = True
        child = self._child(transaction, transaction.amount_cents)
        child.is_void = True
        return self._finish(transaction, child)

    def capture(self, transaction: Transaction, amount: int) -> Transaction:
        """Take the money of an authorisation, once or in parts."""
        if not (transaction.is_auth and transaction.paid):
            raise Refused("Only an authorised transaction can be captured.")
        if amount > transaction.amount_cents - transaction.captured_amount:
            raise Refused("Capture amount cannot exceed auth amount")
        transaction.captured_amount += amount
        child = self._child(transaction, amount)
        child.is_capture = True
        return self._finish(transaction, child)

    def _money_held(self, transaction: Transaction) -> int:
        if not transaction.paid:
            raise Refused("Only a successful transaction can be refunded or voided.")
        return transaction.amount_cents - transaction.refunded_amount_cents

    def _child(self, parent: Transaction, amount: int) -> Transaction:
        stamp = now_text()
        return Transaction(
            id=self._store.new_id(),
            intention_id=parent.intention_id,
            order_id=parent.order_id,
            amount_cents=amount,
            currency=parent.currency,
            integration_id=parent.integration_id,
            created_at=stamp,
            updated_at=stamp,
            card_pan=parent.card_pan,
            card_brand=parent.card_brand,
            success=True,
            parent_transaction=parent.id,
            message="Approved",
            response_code="APPROVED",
        )

    def _finish(self, parent: Transaction, child: Transaction) -> Transaction:
        self._touch(parent)
        self._store.save(child)
        intention = self._store.intentions[parent.intention_id]
        shape = self.behaviour(intention).refund_shape
        if shape in ("parent", "both"):
            self._dispatcher.send(intention, parent)
        if shape in ("child", "both"):
            self._dispatcher.send(intention, child)
        return child

    def _touch(self, transaction: Transaction) -> None:
        transaction.updated_at = now_text()
        self._store.save(transaction)
