"""Stores inquiries."""

from datetime import timedelta

from kit.db import AsyncSession, advisory_lock
from sqlalchemy import func, select
from sqlmodel import col

from notifications.inquiries.models import Inquiry
from notifications.inquiries.schemas import InquiryCreate, InquiryRead

SAME_WITHIN = timedelta(days=1)


async def create_inquiry(session: AsyncSession, inquiry: InquiryCreate) -> InquiryRead:
    """Store what a visitor wrote; the same words once more within a day are the same inquiry."""
    await advisory_lock(session, f"inquiry:{inquiry.email}\n{inquiry.subject}\n{inquiry.message}")
    existing = await session.scalar(
        select(Inquiry).where(
            col(Inquiry.created_at) > func.now() - SAME_WITHIN,
            col(Inquiry.email) == inquiry.email,
            col(Inquiry.subject) == inquiry.subject,
            col(Inquiry.message) == inquiry.message,
        )
    )
    if existing is not None:
        return InquiryRead.model_validate(existing)
    row = Inquiry(**inquiry.model_dump())
    session.add(row)
    await session.flush()
    await session.refresh(row, ["created_at"])
    return InquiryRead.model_validate(row)
