"""Audit trail: publish changes by signed-in users and partner clients in the transaction of the
change.

`Service.audited` lists the audited tables. Changes through the session are detected automatically;
a statement that changes rows directly calls `record`. Changes by sweeps and event handlers follow
from recorded ones, and are left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts.audit import AuditAction, AuditRecorded
from contracts.event import EVENTS
from kit.core.actor import ACTOR, Actor
from kit.database.db import OUTBOX_WRITTEN, Database, new_id
from kit.messaging import outbox
from pydantic_core import to_jsonable_python
from sqlalchemy import event, inspect
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstanceState, Session

_CHANGES = "audit_changes"
_SHOWN = 3
"""Visible digits of a masked value."""
BOOKKEEPING = frozenset({"version", "created_at", "updated_at", "search"})
"""Columns that change with every update and carry no information."""


@dataclass(frozen=True, slots=True)
class Audited:
    """Audit settings of a table."""

    noun: str
    without: frozenset[str] = frozenset()
    """Columns never recorded, such as password hashes."""
    masked: frozenset[str] = frozenset()
    """Columns recorded by their last digits only, such as civil numbers."""


@dataclass(slots=True)
class _Change:
    action: AuditAction
    organization_id: UUID | None
    before: dict[str, Any]
    after: dict[str, Any]
    masked: frozenset[str] = frozenset()

    def keep_differences(self) -> bool:
        """Drop unchanged fields of an update, and tell if any remain."""
        if self.action is AuditAction.UPDATED:
            for name in self.before.keys() & self.after.keys():
                if self.before[name] == self.after[name]:
                    del self.before[name], self.after[name]
        return bool(self.before or self.after)


def install(service: str, database: Database, audited: Mapping[type, Audited]) -> None:
    """Publish all changes of the service's audited tables."""
    recorded = EVENTS.get(f"{service}.audit.recorded")
    if recorded is None:
        return
    assert issubclass(recorded, AuditRecorded)

    def find_changes(session: Session, *_: Any) -> None:
        if ACTOR.get() is None:
            return
        for rows, action in (
            (session.new, AuditAction.CREATED),
            (session.dirty, AuditAction.UPDATED),
            (session.deleted, AuditAction.DELETED),
        ):
            for row in rows:
                if kind := audited.get(type(row)):
                    _add(session, kind.noun, *_read(inspect(row), kind, action))

    def publish_changes(session: Session) -> None:
        if session.in_nested_transaction():
            return
        # The commit itself flushes changes that no statement has flushed.
        session.flush()
        changes = session.info.pop(_CHANGES, None)
        if not changes:
            return
        actor = ACTOR.get()
        assert actor is not None
        rows = [
            outbox.build_row(_build_event(recorded, actor, noun, record_id, change), sequence=1)
            for (noun, record_id), change in changes.items()
            if change.keep_differences()
        ]
        if rows:
            session.connection().execute(outbox.INSERT, rows)
            session.info[OUTBOX_WRITTEN] = True

    event.listen(database.session_class, "before_flush", find_changes)
    event.listen(database.session_class, "before_commit", publish_changes)


def record(
    session: AsyncSession,
    noun: str,
    record_id: UUID | str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    *,
    organization_id: UUID | None = None,
) -> None:
    """Record changes of a statement that bypasses the session.

    Without `before` the record was created, without `after` it was deleted.
    """
    if ACTOR.get() is None:
        return
    action = AuditAction.UPDATED
    if not before or not after:
        action = AuditAction.DELETED if before else AuditAction.CREATED
    change = _Change(action, organization_id, _plain(before), _plain(after))
    _add(session.sync_session, noun, str(record_id), change)


def _add(session: Session, noun: str, record_id: str, change: _Change) -> None:
    """Merge changes into one entry per record and transaction, from the first state to the last."""
    changes: dict[tuple[str, str], _Change] = session.info.setdefault(_CHANGES, {})
    earlier = changes.get((noun, record_id))
    if earlier is not None:
        change = _Change(
            earlier.action if change.action is AuditAction.UPDATED else change.action,
            change.organization_id or earlier.organization_id,
            change.before | earlier.before,
            {} if change.action is AuditAction.DELETED else earlier.after | change.after,
            change.masked,
        )
    changes[noun, record_id] = change


def _read(state: InstanceState[Any], kind: Audited, action: AuditAction) -> tuple[str, _Change]:
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for column in state.mapper.column_attrs:
        name = column.key
        if name in BOOKKEEPING or name in kind.without:
            continue
        history = state.attrs[name].history
        if action is AuditAction.UPDATED and not history.has_changes():
            continue
        # Attributes overwritten before they were loaded have no known old value.
        if action is not AuditAction.CREATED:
            before[name] = next(iter(history.deleted or history.unchanged), None)
        if action is not AuditAction.DELETED:
            after[name] = next(iter(history.added or history.unchanged), None)
    key = state.mapper.primary_key_from_instance(state.obj())
    organization_id = getattr(state.obj(), "organization_id", None)
    change = _Change(action, organization_id, _plain(before), _plain(after), kind.masked)
    return ":".join(map(str, key)), change


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = to_jsonable_python(dict(values), fallback=str)
    return plain


def _build_event(
    recorded: type[AuditRecorded], actor: Actor, noun: str, record_id: str, change: _Change
) -> AuditRecorded:
    return recorded(
        entry_id=new_id(),
        user_id=actor.user_id,
        client_id=actor.client_id,
        profile_id=actor.profile_id,
        organization_id=change.organization_id or actor.organization_id,
        network=actor.network,
        action=change.action,
        noun=noun,
        record_id=record_id,
        before=_mask(change.before, change.masked),
        after=_mask(change.after, change.masked),
    )


def _mask(values: Mapping[str, Any], masked: frozenset[str]) -> dict[str, Any]:
    return {
        name: f"…{value[-_SHOWN:]}" if name in masked and value else value
        for name, value in values.items()
    }
