"""What all changes of a case do: lock it, record who did what, and publish it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from contracts.identity import NumberCaseStatus
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlmodel import col

from identity.accounts.accounts.models import Account
from identity.accounts.accounts.service import publish_changes
from identity.accounts.numbers.errors import CaseNotFound
from identity.accounts.numbers.events import number_case_changed
from identity.accounts.numbers.models import NUMBER_CASE_STATES, Action, CaseEntry, NumberCase


async def lock_case(session: AsyncSession, case_id: UUID) -> NumberCase:
    """The case, which nobody else changes until the transaction ends.

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
    """Add to the record who did what; without `user_id` it is about the claimant's number."""
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
    """Move a locked case on and publish it."""
    previous = NUMBER_CASE_STATES.transition(case, status)
    case.version += 1
    await session.flush()
    await outbox.publish(session, number_case_changed(case, previous), sequence=case.version)


@asynccontextmanager
async def publish_identified(session: AsyncSession, *accounts: Account) -> AsyncIterator[None]:
    """Around changes of locked accounts' numbers: publishes for whom the first gate opens or closes
    by them."""
    before = [account.user.identified for account in accounts]
    yield
    for account, was_identified in zip(accounts, before, strict=True):
        if account.user.identified != was_identified:
            await publish_changes(session, account, principal=True)
