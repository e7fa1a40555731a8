from contracts.audit import AuditRecorded
from kit.database.db import AsyncSession
from kit.messaging.envelope import Meta
from sqlalchemy.dialects.postgresql import insert

from identity.administration.audit.models import AuditEntry


async def create_entry(session: AsyncSession, event: AuditRecorded, meta: Meta) -> None:
    """Insert the entry of an event. Idempotent."""
    values = event.model_dump(exclude={"entry_id"})
    await session.execute(
        insert(AuditEntry)
        .values(id=event.entry_id, recorded_at=meta.time, service=meta.source, **values)
        .on_conflict_do_nothing()
    )
