"""`/queries`: the public contact form. The gateway limits how often one address may post."""

from typing import Annotated

from fastapi import APIRouter, Form, status
from kit.client import Network
from kit.db import Session
from kit.media import Media
from kit.pictures import UPLOADING

from notifications.inquiries import service
from notifications.inquiries.schemas import InquiryCreate, InquiryRead

router = APIRouter(tags=["queries"])


@router.post("/queries", status_code=status.HTTP_201_CREATED, responses=UPLOADING)
async def create_inquiry(
    session: Session,
    media: Media,
    network: Network,
    body: Annotated[InquiryCreate, Form(media_type="multipart/form-data")],
) -> InquiryRead:
    """Send an inquiry, with up to five files; no account is needed."""
    return await service.create_inquiry(session, media, network, body)
