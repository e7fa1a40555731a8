"""The documents of cases: attached and listed."""

from uuid import UUID

from kit.database.db import AsyncSession
from kit.documents.attachments import Document
from kit.documents.media import adopt
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.numbers.models import CaseDocument, NumberCase
from identity.accounts.numbers.schemas import DocumentRead


async def list_documents(
    session: AsyncSession, case_ids: list[UUID], user_id: UUID | None = None
) -> list[CaseDocument]:
    """The documents of cases, oldest first; with `user_id` only those that they handed in."""
    statement = select(CaseDocument).where(col(CaseDocument.case_id).in_(case_ids))
    if user_id is not None:
        statement = statement.where(col(CaseDocument.user_id) == user_id)
    found = await session.scalars(
        statement.order_by(col(CaseDocument.created_at), col(CaseDocument.id))
    )
    return list(found.all())


def read_documents(documents: list[CaseDocument]) -> list[DocumentRead]:
    """The documents as they are answered."""
    return [
        DocumentRead(id=d.id, media_type=d.media_type, size=d.size, created_at=d.created_at)
        for d in documents
    ]


async def attach_document(
    session: AsyncSession, case: NumberCase, user_id: UUID, key: str, document: Document
) -> None:
    """Add a stored document to a case."""
    await adopt(session, [key])
    session.add(
        CaseDocument(
            case_id=case.id,
            user_id=user_id,
            key=key,
            media_type=document.media_type,
            size=len(document.content),
        )
    )
    await session.flush()
