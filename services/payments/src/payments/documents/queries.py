"""The documents of a charge."""

from uuid import UUID

from kit.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from payments.documents.models import Document
from payments.documents.schemas import DocumentRead


async def list_documents(session: AsyncSession, charge_id: UUID) -> list[DocumentRead]:
    """The receipt and the credit notes of a charge, in the order of their issue."""
    rows = await session.scalars(
        select(Document)
        .where(col(Document.charge_id) == charge_id)
        .order_by(col(Document.issued_at), col(Document.number))
    )
    return [DocumentRead.model_validate(row) for row in rows]
