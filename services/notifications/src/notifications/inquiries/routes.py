"""`/queries`: the public contact form. The gateway limits how often one address may post."""

from fastapi import APIRouter, status
from kit.db import Session

from notifications.inquiries import service
from notifications.inquiries.schemas import InquiryCreate, InquiryRead

router = APIRouter(tags=["queries"])


@router.post("/queries", status_code=status.HTTP_201_CREATED)
async def create_inquiry(session: Session, body: InquiryCreate) -> InquiryRead:
    """Send an inquiry; no account is needed."""
    return await service.create_inquiry(session, body)
