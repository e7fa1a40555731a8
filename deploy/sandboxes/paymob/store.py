"""State in memory, copied to an SQLite file when one is named, so that a restart keeps it."""

import sqlite3
import time
from pathlib import Path

from pydantic import BaseModel

from .models import Callback, Fault, Intention, Transaction


class Store:
    """Everything the sandbox knows. One event loop owns it, so nothing is locked."""

    def __init__(self, file: Path | None) -> None:
        self.intentions: dict[str, Intention] = {}
        self.transactions: dict[int, Transaction] = {}
        self.callbacks: dict[int, Callback] = {}
        self.faults: list[Fault] = []
        # Ids begin at the clock: a sandbox that starts empty must not give out again the ids that
        # a merchant's database has already seen.
        self._last_id = time.time_ns() // 1_000_000
        self._db: sqlite3.Connection | None = None
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
            self._load(self._db)

    def new_id(self) -> int:
        """A number that was never given out before."""
        self._last_id += 1
        return self._last_id

    def save(self, record: Intention | Transaction | Callback) -> None:
        """Keep a new or changed record."""
        if isinstance(record, Intention):
            self.intentions[record.id] = record
        elif isinstance(record, Transaction):
            self.transactions[record.id] = record
        else:
            self.callbacks[record.id] = record
        self._write(record, str(record.id))

    def clear(self) -> None:
        """Forget everything."""
        self.intentions.clear()
        self.transactions.clear()
        self.callbacks.clear()
        self.faults.clear()
        if self._db is not None:
            self._db.execute("DELETE FROM records")

    def close(self) -> None:
        """Close the file."""
        if self._db is not None:
            self._db.close()

    def by_secret(self, client_secret: str) -> Intention | None:
        """The intention of a checkout address."""
        found = (i for i in self.intentions.values() if i.client_secret == client_secret)
        return next(found, None)

    def by_order(self, order_id: int) -> Intention | None:
        """The intention of an order number."""
        return next((i for i in self.intentions.values() if i.order_id == order_id), None)

    def by_reference(self, reference: str) -> Intention | None:
        """The newest intention with this special reference."""
        found = (i for i in self.intentions.values() if i.special_reference == reference)
        return max(found, key=lambda i: i.order_id, default=None)

    def of_order(self, order_id: int) -> list[Transaction]:
        """Transactions of an order, oldest first."""
        return [t for t in self.transactions.values() if t.order_id == order_id]

    def take_fault(self, call: str) -> Fault | None:
        """The next fault set for this call, counted down."""
        for fault in self.faults:
            if fault.call == call:
                fault.times -= 1
                if not fault.times:
                    self.faults.remove(fault)
                return fault
        return None

    def _load(self, db: sqlite3.Connection) -> None:
        db.execute(
            "CREATE TABLE IF NOT EXISTS records"
            " (kind TEXT, id TEXT, body TEXT NOT NULL, PRIMARY KEY (kind, id))"
        )
        for kind, body in db.execute("SELECT kind, body FROM records ORDER BY rowid").fetchall():
            if kind == "Intention":
                intention = Intention.model_validate_json(body)
                self.intentions[intention.id] = intention
                self._last_id = max(self._last_id, intention.order_id)
            elif kind == "Transaction":
                transaction = Transaction.model_validate_json(body)
                self.transactions[transaction.id] = transaction
                self._last_id = max(self._last_id, transaction.id)
            else:
                callback = Callback.model_validate_json(body)
                self.callbacks[callback.id] = callback
                self._last_id = max(self._last_id, callback.id)

    def _write(self, record: BaseModel, record_id: str) -> None:
        if self._db is not None:
            self._db.execute(
                "INSERT INTO records VALUES (?, ?, ?)"
                " ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body",
                (type(record).__name__, record_id, record.model_dump_json()),
            )
