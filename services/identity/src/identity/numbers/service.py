"""Cases as those see them whom they concern: asking, handing in more, withdrawing."""

import secrets
from uuid import UUID

from contracts.identity import NumberCaseStatus, NumberCause, NumberKind
from kit.auth import Principal
from kit.db import AsyncSession
from kit.documents import ENDINGS, Document
from kit.errors import Conflict, Invalid
from kit.media import MediaStore, adopt
from kit.messaging import outbox
from sqlalchemy import or_, select
from sqlmodel import col

from identity.accounts.models import FIELDS
from identity.accounts.schemas import SignedIn
from identity.accounts.service import Account, lock_own_account, signed_in
from identity.numbers.cases import (
    CaseDecided,
    CaseNotFound,
    DocumentNotFound,
    case_fact,
    change_status,
    documents_of,
    identification,
    lock_case,
    note,
    read_documents,
)
from identity.numbers.change import is_fixed
from identity.numbers.holders import holder_of, lock_numbers, number_of
from identity.numbers.models import UNDECIDED, Action, CaseDocument, NumberCase, Party
from identity.numbers.schemas import OwnCase
from identity.signing.keys import Keys

SHOWN = 10
"""How many own cases are told of: those that wait, and the latest decided."""
MAX_DOCUMENTS = 5
"""That one person hands in for one case."""


class CaseOpen(Conflict):
    """One request at a time."""

    code = "number_case.open"
    default_detail = "You have a request that is not decided yet."


class NotNeeded(Conflict):
    """The number can be given without asking."""

    code = "number_case.not_needed"
    default_detail = "You can save this number in your profile without asking."


class TooManyDocuments(Conflict):
    """There is enough to look at."""

    code = "number_case.documents_full"
    default_detail = "No more documents can be added to this request."


async def list_own(session: AsyncSession, actor: Principal) -> list[OwnCase]:
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
    documents = await documents_of(session, [case.id for case in cases], actor.user_id)
    return [
        _read_own(case, actor.user_id, [d for d in documents if d.case_id == case.id])
        for case in cases
    ]


async def open_case(
    session: AsyncSession,
    media: MediaStore,
    keys: Keys,
    actor: Principal,
    kind: NumberKind,
    number: str,
    reason: str,
    document: Document,
) -> SignedIn:
    """Ask for a number that only an admin can give. While that waits, the caller counts as
    identified by it.

    Raises `Invalid` for the field of the number or `reason`, `CaseOpen`, or `NotNeeded`.
    """
    key = await _store(media, document)
    account = await lock_own_account(session, actor)
    await lock_numbers(session, kind, [number])
    case = await _new_case(session, account, kind, number, reason)
    session.add(case)
    await session.flush()
    await _attach(session, case, actor.user_id, key, document)
    note(
        session, case, actor.user_id, Action.OPENED, old=case.old_number, new=number, comment=reason
    )
    await outbox.publish(session, case_fact(case, None), sequence=case.version)
    async with identification(session, account):
        account.user.claiming = case.cause is NumberCause.CLAIM
    return signed_in(account, keys, actor.session_id)


async def _new_case(
    session: AsyncSession, account: Account, kind: NumberKind, number: str, reason: str
) -> NumberCase:
    user = account.user
    own = number_of(user, kind)
    if number == own:
        raise Invalid.field(FIELDS[kind], "number.unchanged", "This is your number already.")
    waiting = select(col(NumberCase.id)).where(
        col(NumberCase.claimant_id) == user.id, col(NumberCase.status).in_(UNDECIDED)
    )
    if await session.scalar(waiting):
        raise CaseOpen
    holder = await holder_of(session, kind, number)
    fixed = is_fixed(user, kind)
    if not fixed and holder is None:
        raise NotNeeded
    if fixed and not reason:
        raise Invalid.field("reason", "required", "This field is required.")
    return NumberCase(
        claimant_id=user.id,
        holder_id=holder,
        kind=kind,
        number=number,
        old_number=own,
        cause=NumberCause.CHANGE if fixed else NumberCause.CLAIM,
        reason=reason,
    )


async def add_document(
    session: AsyncSession, media: MediaStore, actor: Principal, case_id: UUID, document: Document
) -> OwnCase:
    """Hand in a document more. Who was asked for more has then answered.

    Raises `CaseNotFound`, `CaseDecided`, or `TooManyDocuments`.
    """
    key = await _store(media, document)
    case, party = await _lock_own(session, actor, case_id)
    if len(await documents_of(session, [case.id], actor.user_id)) >= MAX_DOCUMENTS:
        raise TooManyDocuments
    await _attach(session, case, actor.user_id, key, document)
    note(session, case, actor.user_id, Action.DOCUMENT_ADDED, user_id=actor.user_id)
    case.ask(party, asked=False)
    case.version += 1
    if case.status is NumberCaseStatus.MORE_REQUESTED and not (
        case.asks_claimant or case.asks_holder
    ):
        await change_status(session, case, NumberCaseStatus.OPEN)
    await session.flush()
    documents = await documents_of(session, [case.id], actor.user_id)
    return _read_own(case, actor.user_id, documents)


async def withdraw(session: AsyncSession, keys: Keys, actor: Principal, case_id: UUID) -> SignedIn:
    """Take back the own request. Raises `CaseNotFound` or `CaseDecided`."""
    account = await lock_own_account(session, actor)
    case, party = await _lock_own(session, actor, case_id)
    if party is not Party.CLAIMANT:
        raise CaseNotFound
    case.asks_claimant = case.asks_holder = False
    note(session, case, actor.user_id, Action.WITHDRAWN)
    await change_status(session, case, NumberCaseStatus.WITHDRAWN)
    async with identification(session, account):
        account.user.claiming = False
    return signed_in(account, keys, actor.session_id)


async def own_document(
    session: AsyncSession, actor: Principal, case_id: UUID, document_id: UUID
) -> CaseDocument:
    """A document that the caller handed in. Raises `DocumentNotFound`."""
    document = await session.get(CaseDocument, document_id)
    if document is None or (document.case_id, document.user_id) != (case_id, actor.user_id):
        raise DocumentNotFound
    return document


async def _lock_own(
    session: AsyncSession, actor: Principal, case_id: UUID
) -> tuple[NumberCase, Party]:
    case = await lock_case(session, case_id)
    party = case.party_of(actor.user_id)
    if party is None:
        raise CaseNotFound
    if not case.undecided:
        raise CaseDecided
    return case, party


async def _store(media: MediaStore, document: Document) -> str:
    key = f"numbers/{secrets.token_urlsafe(24)}.{ENDINGS[document.media_type]}"
    await media.store({key: document.content}, document.media_type)
    return key


async def _attach(
    session: AsyncSession, case: NumberCase, user_id: UUID, key: str, document: Document
) -> None:
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


def _read_own(case: NumberCase, user_id: UUID, documents: list[CaseDocument]) -> OwnCase:
    party = case.party_of(user_id)
    assert party
    return OwnCase(
        id=case.id,
        party=party,
        kind=case.kind,
        cause=case.cause,
        number=case.number,
        reason=case.reason if party is Party.CLAIMANT else None,
        status=case.status,
        asked=case.asks(party),
        comment=case.comment,
        documents=read_documents(documents),
        created_at=case.created_at,
        decided_at=case.decided_at,
    )
