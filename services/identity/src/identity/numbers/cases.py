"""What both sides of a case need: its refusals, its entries, its facts and its documents."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from contracts.identity import NumberCaseChanged, NumberCaseStatus
from kit.db import AsyncSession
from kit.errors import Conflict, NotFound
from kit.messaging import outbox
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.service import Account, publish_changes
from identity.numbers.models import Action, CaseDocument, CaseEntry, NumberCase, Party
from identity.numbers.schemas import DocumentRead


class CaseNotFound(NotFound):
    """There is no such case, or it does not concern the caller."""

    code = "number_case.not_found"
    default_detail = "This request does not exist."


class DocumentNotFound(NotFound):
    """There is no such document, or it is somebody else's."""

    code = "number_case.document_not_found"
    default_detail = "This document does not exist."


class CaseDecided(Conflict):
    """The case is decided or withdrawn."""

    code = "number_case.decided"
    default_detail = "This request has been decided or withdrawn."


async def lock_case(session: AsyncSession, case_id: UUID) -> NumberCase:
    """The case, which nobody else changes until the transaction ends. Raises `CaseNotFound`."""
    case = await session.get(NumberCase, case_id, with_for_update=True, populate_existing=True)
    if case is None:
        raise CaseNotFound
    return case


def note(
    session: AsyncSession,
    case: NumberCase,
    actor_id: UUID,
    action: Action,
    *,
    user_id: UUID | None = None,
    old: str | None = None,
    new: str | None = None,
    comment: str | None = None,
) -> None:
    """Add to the record who did what; it is about the claimant's number unless told otherwise."""
    entry = CaseEntry(
        case_id=case.id,
        actor_id=actor_id,
        user_id=user_id or case.claimant_id,
        action=action,
        old_number=old,
        new_number=new,
        comment=comment,
    )
    session.add(entry)


async def change_status(session: AsyncSession, case: NumberCase, status: NumberCaseStatus) -> None:
    """Move a locked case on and tell of it."""
    previous, case.status = case.status, status
    case.version += 1
    await session.flush()
    await outbox.publish(session, case_fact(case, previous), sequence=case.version)


def case_fact(case: NumberCase, previous: NumberCaseStatus | None) -> NumberCaseChanged:
    """The state of a case as the other services hear of it."""
    parties = {Party.CLAIMANT: case.claimant_id, Party.HOLDER: case.holder_id}
    asked = tuple(user for party, user in parties.items() if user and case.asks(party))
    return NumberCaseChanged(
        case_id=case.id,
        kind=case.kind,
        cause=case.cause,
        previous_status=previous,
        status=case.status,
        claimant_user_id=case.claimant_id,
        holder_user_id=case.holder_id,
        asked_user_ids=asked,
        comment=case.comment,
    )


@asynccontextmanager
async def identification(session: AsyncSession, *accounts: Account) -> AsyncIterator[None]:
    """Around changes to locked accounts' numbers: whose first gate opens or closes by them gets
    another token."""
    before = [account.user.identified for account in accounts]
    yield
    for account, was_identified in zip(accounts, before, strict=True):
        if account.user.identified != was_identified:
            await publish_changes(session, account, principal=True)


async def documents_of(
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
    """The documents as they are told of."""
    return [
        DocumentRead(id=d.id, media_type=d.media_type, size=d.size, created_at=d.created_at)
        for d in documents
    ]
