"""Stores inquiries and the files that come with them."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from uuid import NAMESPACE_URL, uuid5

from fastapi import UploadFile
from kit.db import AsyncSession, advisory_lock, utc_now
from kit.documents import Document, read_document, store_document
from kit.errors import FieldProblem, Invalid
from kit.media import MediaStore, adopt, discard
from kit.personal_data import Person
from kit.quota import Quota
from sqlalchemy import func, select
from sqlmodel import col

from notifications.inquiries.models import Inquiry, InquiryFile
from notifications.inquiries.schemas import InquiryCreate, InquiryRead

SAME_WITHIN = timedelta(days=1)
INQUIRIES = Quota(20, timedelta(hours=1))
"""How many a network may send, whatever they say; the gateway limits how quickly."""
_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without what is read as something else."""


async def create_inquiry(
    session: AsyncSession, media: MediaStore, network: str, inquiry: InquiryCreate
) -> InquiryRead:
    """Store what a visitor wrote; the same words once more within a day are the same inquiry.

    Raises `TooManyRequests` above the network's quota, and `Invalid` for a file that is none of
    the kinds or too large.
    """
    INQUIRIES.take(network)
    documents = await _read(inquiry.files, network)
    keys = [await store_document(media, document, "inquiries") for document in documents]
    await advisory_lock(session, f"inquiry:{inquiry.email}\n{inquiry.topic}\n{inquiry.message}")
    existing = await _same(session, inquiry)
    if existing is not None:
        return InquiryRead.model_validate(existing)
    row = Inquiry(
        **inquiry.model_dump(exclude={"files", "consent"}),
        reference=_new_reference(),
        consented_at=utc_now(),
    )
    session.add(row)
    await session.flush()
    await adopt(session, keys)
    session.add_all(
        InquiryFile(
            inquiry_id=row.id,
            key=key,
            media_type=document.media_type,
            size=len(document.content),
        )
        for key, document in zip(keys, documents, strict=True)
    )
    await session.refresh(row, ["created_at"])
    return InquiryRead.model_validate(row)


async def discard_files(session: AsyncSession, person: Person) -> None:
    """The files of what this person has sent are deleted; their rows go with the inquiries."""
    keys = await session.scalars(
        select(col(InquiryFile.key))
        .join(Inquiry, col(Inquiry.id) == col(InquiryFile.inquiry_id))
        .where(func.lower(col(Inquiry.email)) == person.email)
    )
    if found := keys.all():
        await discard(session, found)


async def _read(files: Sequence[UploadFile], network: str) -> list[Document]:
    """The files' contents; what is wrong with one is said of its place in the list."""
    # Pictures are counted by who has them made small, and visitors are nobody.
    uploader = uuid5(NAMESPACE_URL, network)
    documents = []
    for place, file in enumerate(files):
        try:
            documents.append(await read_document(file, uploader))
        except Invalid as error:
            fields = [_at(place, problem) for problem in error.fields or []]
            raise Invalid(fields=fields) from error
    return documents


def _at(place: int, problem: FieldProblem) -> FieldProblem:
    return problem.model_copy(update={"field": f"files.{place}"})


async def _same(session: AsyncSession, inquiry: InquiryCreate) -> Inquiry | None:
    return await session.scalar(
        select(Inquiry).where(
            col(Inquiry.created_at) > func.now() - SAME_WITHIN,
            col(Inquiry.email) == inquiry.email,
            col(Inquiry.topic) == inquiry.topic,
            col(Inquiry.message) == inquiry.message,
        )
    )


def _new_reference() -> str:
    return "Q-" + "".join(secrets.choice(_ALPHABET) for _ in range(8))
