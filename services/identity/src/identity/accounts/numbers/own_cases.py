"""Cases as their parties see them."""

from uuid import UUID

from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import or_, select
from sqlmodel import col

from identity.accounts.numbers.documents import list_documents, read_documents
from identity.accounts.numbers.errors import DocumentNotFound
from identity.accounts.numbers.models import UNDECIDED, CaseDocument, NumberCase, Party
from identity.accounts.numbers.schemas import OwnCase

SHOWN = 10
"""How many own cases are listed: those that wait, and the latest decided."""


async def list_own_cases(session: AsyncSession, actor: Principal) -> list[OwnCase]:
    """The cases that concern the caller: those that wait first, then the latest."""
    rows = await session.scalars(
        select(NumberCase)
        .where(
            or_(
                col(NumberCase.claimant_id) == actor.user_id,
                col(NumberCase.holder_id) == actor.user_id,
            )
        )
        .order_by(
            col(NumberCase.status).in_(UNDECIDED).desc(),
            col(NumberCase.created_at).desc(),
            col(NumberCase.id).desc(),
        )
        .limit(SHOWN)
    )
    cases = rows.all()
    documents = await list_documents(session, [case.id for case in cases], actor.user_id)
    return [
        read_own_case(case, actor.user_id, [d for d in documents if d.case_id == case.id])
        for case in cases
    ]


async def get_own_document(
    session: AsyncSession, actor: Principal, case_id: UUID, document_id: UUID
) -> CaseDocument:
    """A document that the caller handed in.

    Raises `DocumentNotFound`.
    """
    document = await session.get(CaseDocument, document_id)
    if document is None or (document.case_id, document.user_id) != (case_id, actor.user_id):
        raise DocumentNotFound
    return document


def read_own_case(case: NumberCase, user_id: UUID, documents: list[CaseDocument]) -> OwnCase:
    """The case as one of its parties sees it."""
    party = case.party_of(user_id)
    assert party
    return OwnCase(
        id=case.id,
        party=party,
        kind=case.kind,
        cause=case.cause,
        number=case.number,
        country=case.country,
        reason=case.reason if party is Party.CLAIMANT else None,
        status=case.status,
        asked=case.asks(party),
        comment=case.comment,
        documents=read_documents(documents),
        created_at=case.created_at,
        decided_at=case.decided_at,
    )
