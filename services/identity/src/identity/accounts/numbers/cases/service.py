from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from uuid import UUID

from contracts import Permission
from contracts.identity import NumberCaseStatus, NumberCause, NumberKind
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession, Database, utc_now
from kit.documents.attachments import Document, store_document
from kit.documents.media import MediaStore, adopt
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.account_changes.service import guard_change_for_other
from identity.accounts.accounts.models import FIELDS, Account, Membership
from identity.accounts.accounts.queries import (
    get_account,
    lock_account,
    lock_own_account,
    lock_own_rights,
)
from identity.accounts.accounts.rules import check_rank
from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.accounts.service import publish_changes
from identity.accounts.numbers.cases.errors import (
    CaseChanged,
    CaseDecided,
    CaseNotFound,
    CaseOpen,
    NotNeeded,
    OwnNumber,
    TooManyDocuments,
)
from identity.accounts.numbers.cases.events import number_case_changed
from identity.accounts.numbers.cases.queries import list_documents, read_own_case
from identity.accounts.numbers.cases.rules import MAX_DOCUMENTS
from identity.accounts.numbers.cases.schemas import CaseDecision, OwnCase, Verdict
from identity.accounts.numbers.models import (
    NUMBER_CASE_STATES,
    UNDECIDED,
    Action,
    CaseDocument,
    CaseEntry,
    NumberCase,
    Party,
)
from identity.accounts.numbers.service import (
    find_holder,
    get_issuing_country,
    get_number,
    is_fixed,
    lock_numbers,
    move_number,
    resolve_issuing_country,
)
from identity.administration.confirmations.models import Confirmation, ConfirmationKind
from identity.administration.confirmations.service import KINDS, Kind, run_or_request_confirmation
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import build_sign_in_response

FOLDER = "numbers"
"""Folder of the documents in the file store."""


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
    """Open a case for a number that only an admin can assign.

    Until the decision, the claimed number counts as identification. Raises `TokenInvalid`,
    `Invalid`, `CaseOpen`, `NotNeeded`.
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
    async with publish_identity_changes(session, account):
        account.user.claiming = case.cause is NumberCause.CLAIM
    return build_sign_in_response(account, keys, actor.session_id)


async def _new_case(
    session: AsyncSession,
    account: Account,
    kind: NumberKind,
    number: str,
    country: str | None,
    reason: str,
) -> NumberCase:
    user = account.user
    own, country = get_number(user, kind), resolve_issuing_country(user, kind, country)
    if (number, country) == (own, get_issuing_country(user, kind)):
        raise Invalid.field(
            FIELDS[kind],
            "identity_number.unchanged",
            "This is already your ID number. Enter another one.",
        )
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
        raise Invalid.field("reason", "field.missing", "Fill in this field.")
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
    """Add a document to a case, which answers an admin's request for more.

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
    """Withdraw the caller's case.

    Raises `TokenInvalid`, `CaseNotFound`, `CaseDecided`.
    """
    account = await lock_own_account(session, actor)
    case, party = await _lock_own(session, actor, case_id)
    if party is not Party.CLAIMANT:
        raise CaseNotFound
    case.asks_claimant = case.asks_holder = False
    add_entry(session, case, actor.user_id, Action.WITHDRAWN)
    await change_status(session, case, NumberCaseStatus.WITHDRAWN)
    async with publish_identity_changes(session, account):
        account.user.claiming = False
    return build_sign_in_response(account, keys, actor.session_id)


async def _lock_own(
    session: AsyncSession, actor: Principal, case_id: UUID
) -> tuple[NumberCase, Party]:
    case = await lock_case(session, case_id)
    party = case.get_party(actor.user_id)
    if party is None:
        raise CaseNotFound
    if not case.undecided:
        raise CaseDecided
    return case, party


async def lock_case(session: AsyncSession, case_id: UUID) -> NumberCase:
    """Lock a case until the transaction ends.

    Raises `CaseNotFound`.
    """
    case = await db.lock(session, NumberCase, col(NumberCase.id) == case_id)
    if case is None:
        raise CaseNotFound
    return case


def add_entry(
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
    """Add an entry to the case's log; without `user_id` it concerns the claimant's number."""
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
    """Transition a locked case and publish it."""
    previous = NUMBER_CASE_STATES.transition(case, status)
    case.version += 1
    await session.flush()
    await outbox.publish(session, number_case_changed(case, previous), sequence=case.version)


@asynccontextmanager
async def publish_identity_changes(
    session: AsyncSession, *accounts: Account
) -> AsyncIterator[None]:
    """Publish the locked accounts whose identity gate the block's changes open or close."""
    before = [account.user.identified for account in accounts]
    yield
    for account, was_identified in zip(accounts, before, strict=True):
        if account.user.identified != was_identified:
            await publish_changes(session, account, principal=True)


async def decide_case(
    database: Database, actor: Principal, case_id: UUID, decision: CaseDecision
) -> bool:
    """Decide a case or request more documents. Return False if another admin must confirm.

    Raises `CaseNotFound`, `CaseDecided`, `CaseChanged`, `OwnNumber`, `UserOutranks`, `NotAllowed`,
    `NoOtherAdmin`, `ConfirmationOpen`.
    """

    async def decide(session: AsyncSession) -> bool:
        me = await lock_own_rights(session, actor, Permission.EDIT_USER)
        await _decide(session, me, case_id, decision)
        return True

    details = decision.model_dump(mode="json")
    kind = ConfirmationKind.NUMBER_CASE
    return bool(await run_or_request_confirmation(database, actor, kind, case_id, details, decide))


async def _decide(
    session: AsyncSession,
    me: Membership,
    case_id: UUID,
    decision: CaseDecision,
    *,
    confirmed: bool = False,
) -> None:
    case = await session.get(NumberCase, case_id)
    if case is None:
        raise CaseNotFound
    actor_id = me.profile.user_id
    if case.get_party(actor_id):
        raise OwnNumber
    accounts = await _lock_parties(session, case)
    for account in accounts:
        check_rank(me, account)
    numbers = [case.number, get_number(accounts[0].user, case.kind)]
    await lock_numbers(session, case.kind, numbers)
    case = await lock_case(session, case_id)
    if not case.undecided:
        raise CaseDecided
    if case.version != decision.version:
        raise CaseChanged
    case.comment = decision.comment
    match decision.decision:
        case Verdict.MORE_REQUESTED:
            await _request_more(session, actor_id, case, decision)
        case Verdict.REFUSED:
            await _finish(session, actor_id, case, accounts, NumberCaseStatus.REFUSED)
        case Verdict.GRANTED:
            async with AsyncExitStack() as stack:
                for account in accounts:
                    guarded = guard_change_for_other(session, me, account, confirmed=confirmed)
                    await stack.enter_async_context(guarded)
                await _finish(session, actor_id, case, accounts, NumberCaseStatus.GRANTED)


async def _lock_parties(session: AsyncSession, case: NumberCase) -> list[Account]:
    """Lock the accounts of the claimant and of the holder, if any, in that order of the result."""
    users = [case.claimant_id, *([case.holder_id] if case.holder_id else [])]
    locked = {user_id: await lock_account(session, user_id) for user_id in sorted(users)}
    return [locked[user_id] for user_id in users]


async def _request_more(
    session: AsyncSession, actor_id: UUID, case: NumberCase, decision: CaseDecision
) -> None:
    for party in Party:
        case.ask(party, asked=party in decision.asks)
    if case.holder_id is None:
        case.asks_holder = False
    add_entry(session, case, actor_id, Action.MORE_REQUESTED, comment=decision.comment)
    await change_status(session, case, NumberCaseStatus.MORE_REQUESTED)


async def _finish(
    session: AsyncSession,
    actor_id: UUID,
    case: NumberCase,
    accounts: list[Account],
    status: NumberCaseStatus,
) -> None:
    claimant = accounts[0].user
    old = get_number(claimant, case.kind)
    granted = status is NumberCaseStatus.GRANTED
    add_entry(
        session,
        case,
        actor_id,
        Action(status.value),
        old=old,
        new=case.number if granted else old,
        comment=case.comment,
    )
    case.asks_claimant = case.asks_holder = False
    case.decided_by, case.decided_at = actor_id, utc_now()
    # Transition before the number moves: only undecided cases follow it to its new holder.
    await change_status(session, case, status)
    async with publish_identity_changes(session, *accounts):
        if granted:
            await _hand_over(session, actor_id, case, accounts)
        claimant.claiming = False


async def _hand_over(
    session: AsyncSession, actor_id: UUID, case: NumberCase, accounts: list[Account]
) -> None:
    """Move the number to the claimant; the former holder is left without one of its kind."""
    claimant, *holders = (account.user for account in accounts)
    for holder in holders:
        add_entry(
            session,
            case,
            actor_id,
            Action.NUMBER_REMOVED,
            user_id=holder.id,
            old=case.number,
            comment=case.comment,
        )
        await move_number(session, holder, case.kind, None)
    await move_number(session, claimant, case.kind, case.number, case.country)


async def _list_accounts(session: AsyncSession, case_id: UUID) -> list[Account]:
    case = await session.get(NumberCase, case_id)
    parties = [case.claimant_id, case.holder_id] if case else []
    return [await get_account(session, user_id) for user_id in parties if user_id]


async def _apply(session: AsyncSession, me: Membership, confirmation: Confirmation) -> None:
    decision = CaseDecision.model_validate(confirmation.details, extra="ignore")
    await _decide(session, me, confirmation.subject_id, decision, confirmed=True)


KINDS[ConfirmationKind.NUMBER_CASE] = Kind(Permission.EDIT_SIGN_IN_DETAILS, _list_accounts, _apply)


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
