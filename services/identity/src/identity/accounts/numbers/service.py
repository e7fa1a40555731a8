"""What the parties of a case do: open it, add documents, withdraw it."""

from uuid import UUID

from contracts.identity import NumberCaseStatus, NumberCause, NumberKind
from kit.core.errors import Invalid
from kit.database.db import AsyncSession
from kit.documents.attachments import Document, store_document
from kit.documents.media import MediaStore
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.answers import signed_in
from identity.accounts.accounts.models import FIELDS, Account
from identity.accounts.accounts.queries import lock_own_account
from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.numbers.cases import add_entry, change_status, lock_case, publish_identified
from identity.accounts.numbers.documents import attach_document, list_documents
from identity.accounts.numbers.errors import (
    CaseDecided,
    CaseNotFound,
    CaseOpen,
    NotNeeded,
    TooManyDocuments,
)
from identity.accounts.numbers.events import number_case_changed
from identity.accounts.numbers.holders import (
    country_of,
    find_holder,
    is_fixed,
    issuer,
    lock_numbers,
    number_of,
)
from identity.accounts.numbers.models import UNDECIDED, Action, NumberCase, Party
from identity.accounts.numbers.own_cases import read_own_case
from identity.accounts.numbers.schemas import OwnCase
from identity.sign_in.signing.keys import Keys

FOLDER = "numbers"
"""Of the documents in the file store."""
MAX_DOCUMENTS = 5
"""That one person hands in for one case."""


async def open_case(
    session: AsyncSession,
    media: MediaStore,
    keys: Keys,
    actor: Principal,
    kind: NumberKind,
    number: str,
    country: str | None,
    reason: str,
    document: Document,
) -> SignedIn:
    """Ask for a number that only an admin can give. While that waits, the caller counts as
    identified by it.

    Raises `TokenInvalid`, `Invalid`, `CaseOpen`, `NotNeeded`.
    """
    key = await store_document(media, document, FOLDER)
    account = await lock_own_account(session, actor)
    await lock_numbers(session, kind, [number])
    case = await _new_case(session, account, kind, number, country, reason)
    session.add(case)
    await session.flush()
    await attach_document(session, case, actor.user_id, key, document)
    add_entry(
        session, case, actor.user_id, Action.OPENED, old=case.old_number, new=number, comment=reason
    )
    await outbox.publish(session, number_case_changed(case, None), sequence=case.version)
    async with publish_identified(session, account):
        account.user.claiming = case.cause is NumberCause.CLAIM
    return signed_in(account, keys, actor.session_id)


async def _new_case(
    session: AsyncSession,
    account: Account,
    kind: NumberKind,
    number: str,
    country: str | None,
    reason: str,
) -> NumberCase:
    user = account.user
    own, country = number_of(user, kind), issuer(user, kind, country)
    if (number, country) == (own, country_of(user, kind)):
        raise Invalid.field(FIELDS[kind], "number.unchanged", "This is your number already.")
    waiting = select(col(NumberCase.id)).where(
        col(NumberCase.claimant_id) == user.id, col(NumberCase.status).in_(UNDECIDED)
    )
    if await session.scalar(waiting):
        raise CaseOpen
    holder = await find_holder(session, kind, number, country)
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
        country=country,
        old_number=own,
        cause=NumberCause.CHANGE if fixed else NumberCause.CLAIM,
        reason=reason,
    )


async def add_document(
    session: AsyncSession, media: MediaStore, actor: Principal, case_id: UUID, document: Document
) -> OwnCase:
    """Hand in another document, which answers the admin who has asked for more.

    Raises `CaseNotFound`, `CaseDecided`, `TooManyDocuments`.
    """
    key = await store_document(media, document, FOLDER)
    case, party = await _lock_own(session, actor, case_id)
    if len(await list_documents(session, [case.id], actor.user_id)) >= MAX_DOCUMENTS:
        raise TooManyDocuments
    await attach_document(session, case, actor.user_id, key, document)
    add_entry(session, case, actor.user_id, Action.DOCUMENT_ADDED, user_id=actor.user_id)
    case.ask(party, asked=False)
    case.version += 1
    if case.status is NumberCaseStatus.MORE_REQUESTED and not (
        case.asks_claimant or case.asks_holder
    ):
        await change_status(session, case, NumberCaseStatus.OPEN)
    await session.flush()
    documents = await list_documents(session, [case.id], actor.user_id)
    return read_own_case(case, actor.user_id, documents)


async def withdraw_case(
    session: AsyncSession, keys: Keys, actor: Principal, case_id: UUID
) -> SignedIn:
    """Take back the own request.

    Raises `TokenInvalid`, `CaseNotFound`, `CaseDecided`.
    """
    account = await lock_own_account(session, actor)
    case, party = await _lock_own(session, actor, case_id)
    if party is not Party.CLAIMANT:
        raise CaseNotFound
    case.asks_claimant = case.asks_holder = False
    add_entry(session, case, actor.user_id, Action.WITHDRAWN)
    await change_status(session, case, NumberCaseStatus.WITHDRAWN)
    async with publish_identified(session, account):
        account.user.claiming = False
    return signed_in(account, keys, actor.session_id)


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
