"""An admin decides whose a number is."""

from contextlib import AsyncExitStack
from uuid import UUID

from contracts import Permission
from contracts.identity import NumberCaseStatus
from kit.database.db import AsyncSession, Database, utc_now
from kit.security.auth import Principal

from identity.accounts.account_changes.service import changing_for_other
from identity.accounts.accounts.models import Account, Membership
from identity.accounts.accounts.queries import get_account, lock_account, lock_own_rights
from identity.accounts.accounts.rules import check_rank
from identity.accounts.numbers.cases import add_entry, change_status, lock_case, publish_identified
from identity.accounts.numbers.errors import CaseChanged, CaseDecided, CaseNotFound, OwnNumber
from identity.accounts.numbers.holders import lock_numbers, move_number, number_of
from identity.accounts.numbers.models import Action, NumberCase, Party
from identity.accounts.numbers.schemas import CaseDecision, Verdict
from identity.administration.confirmations.models import Confirmation, ConfirmationKind
from identity.administration.confirmations.service import KINDS, Kind, confirmable


async def decide_case(
    database: Database, actor: Principal, case_id: UUID, decision: CaseDecision
) -> bool:
    """Decide a case, or ask for more; False when the decision waits for another admin.

    Raises `CaseNotFound`, `CaseDecided`, `CaseChanged`, `OwnNumber`, `UserOutranks`,
    `NotAllowed`, `NoOtherAdmin`, `ConfirmationOpen`.
    """

    async def decide(session: AsyncSession) -> bool:
        me = await lock_own_rights(session, actor, Permission.EDIT_USER)
        await _decide(session, me, case_id, decision)
        return True

    details = decision.model_dump(mode="json")
    kind = ConfirmationKind.NUMBER_CASE
    return bool(await confirmable(database, actor, kind, case_id, details, decide))


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
    if case.party_of(actor_id):
        raise OwnNumber
    accounts = await _lock_parties(session, case)
    for account in accounts:
        check_rank(me, account)
    numbers = [case.number, number_of(accounts[0].user, case.kind)]
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
                    guarded = changing_for_other(session, me, account, confirmed=confirmed)
                    await stack.enter_async_context(guarded)
                await _finish(session, actor_id, case, accounts, NumberCaseStatus.GRANTED)


async def _lock_parties(session: AsyncSession, case: NumberCase) -> list[Account]:
    """The claimant's account and, when somebody has the number, the holder's."""
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
    old = number_of(claimant, case.kind)
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
    # Before the number moves: only what is undecided follows it to its new holder.
    await change_status(session, case, status)
    async with publish_identified(session, *accounts):
        if granted:
            await _hand_over(session, actor_id, case, accounts)
        claimant.claiming = False


async def _hand_over(
    session: AsyncSession, actor_id: UUID, case: NumberCase, accounts: list[Account]
) -> None:
    """Give the number to the claimant; whoever had it has none of its kind any more."""
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
