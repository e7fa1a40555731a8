"""Operator commands of identity: `python -m kit identity COMMAND ...`.

keys list                            list the keys and their states
keys rotate                          create a key that signs in three minutes; signatures of the
                                     previous one stay valid
keys revoke ID [--end-sessions]      revoke a key with all its signatures
sessions end-all                     end all sessions and revoke all keys
second-factors reset USERNAME        remove a second factor if no other admin can
second-factors reseal                reseal all secrets with the current master secret, before the
                                     previous one is removed
confirmations list                   list changes that await another admin
confirmations confirm ID             confirm one if no other admin can
confirmations decline ID             decline one
"""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from datetime import datetime
from uuid import UUID

from contracts.identity import SecurityChange
from kit.core.errors import Problem
from kit.database.db import AsyncSession, Database
from sqlalchemy import func, select
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.accounts.queries import find_account, lock_account
from identity.administration.confirmations.models import Confirmation, ConfirmationStatus
from identity.administration.confirmations.service import confirm_as_operator, decline_as_operator
from identity.config import Settings
from identity.sign_in.second_factors.codes.service import reseal_all
from identity.sign_in.second_factors.service import remove_second_factor
from identity.sign_in.sessions.service import end_all_sessions
from identity.sign_in.signing.queries import list_keys
from identity.sign_in.signing.service import (
    list_master_secrets,
    revoke_all_keys,
    revoke_key,
    rotate_keys,
)


async def keys(database: Database, settings: Settings, arguments: list[str]) -> str:
    """List, rotate or revoke signing keys."""
    parser = _parser("keys")
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("list")
    actions.add_parser("rotate")
    revoking = actions.add_parser("revoke")
    revoking.add_argument("id")
    revoking.add_argument("--end-sessions", action="store_true")
    options = parser.parse_args(arguments)
    async with database.transaction() as session:
        match options.action:
            case "list":
                return await _table(session)
            case "rotate":
                created = await rotate_keys(session, list_master_secrets(settings))
                return f"{created.id} signs from {_time(created.signs_at)} on."
        return await _revoke(session, settings, options)


async def sessions(database: Database, settings: Settings, arguments: list[str]) -> str:
    """End all sessions."""
    parser = _parser("sessions")
    parser.add_argument("action", choices=["end-all"])
    parser.parse_args(arguments)
    async with database.transaction() as session:
        return await _end_all(session, settings)


async def second_factors(database: Database, settings: Settings, arguments: list[str]) -> str:
    """Reset a user's second factor, or reseal all of them."""
    parser = _parser("second-factors")
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("reset").add_argument("username")
    actions.add_parser("reseal")
    options = parser.parse_args(arguments)
    async with database.transaction() as session:
        if options.action == "reset":
            return await _reset(session, options.username)
        sealed, lost = await reseal_all(session, list_master_secrets(settings))
        return f"{sealed} secrets are sealed again; {lost} cannot be opened."


async def confirmations(database: Database, _: Settings, arguments: list[str]) -> str:
    """List, confirm or decline changes that await another admin."""
    parser = _parser("confirmations")
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("list")
    for action in ("confirm", "decline"):
        actions.add_parser(action).add_argument("id", type=UUID)
    options = parser.parse_args(arguments)
    async with database.transaction() as session:
        if options.action == "list":
            return await _list_confirmations(session)
        act = confirm_as_operator if options.action == "confirm" else decline_as_operator
        try:
            await act(session, options.id)
        except Problem as problem:
            raise SystemExit(problem.detail) from problem
    return f"{options.id}: {options.action} done."


async def _list_confirmations(session: AsyncSession) -> str:
    found = await session.scalars(
        select(Confirmation)
        .where(
            col(Confirmation.status) == ConfirmationStatus.OPEN,
            col(Confirmation.expires_at) > func.now(),
        )
        .order_by(col(Confirmation.created_at))
    )
    lines = [
        f"{each.id}  {each.kind:13}{_time(each.expires_at):22}{each.summary['name_en']}: "
        + ", ".join(f"{c['field']} {c['before']} -> {c['after']}" for c in each.summary["changes"])
        for each in found
    ]
    return "\n".join(lines) or "Nothing waits."


async def _reset(session: AsyncSession, username: str) -> str:
    account = await find_account(session, col(User.username) == username)
    if account is None or account.user.second_factor_at is None:
        raise SystemExit(f"There is no {username}, or they have no second factor.")
    account = await lock_account(session, account.user.id)
    await remove_second_factor(session, account, SecurityChange.SECOND_FACTOR_RESET)
    return f"{username} signs in with the password alone."


async def _revoke(session: AsyncSession, settings: Settings, options: Namespace) -> str:
    revoked = await revoke_key(session, list_master_secrets(settings), options.id)
    if not revoked:
        raise SystemExit(f"There is no key {options.id}, or it is already revoked.")
    lines = [f"{options.id} is revoked."]
    if options.end_sessions:
        lines.append(await _end_all(session, settings))
    return "\n".join([*lines, await _table(session)])


async def _end_all(session: AsyncSession, settings: Settings) -> str:
    """Revoke the signing keys too, which ends access tokens without an event per session."""
    count = await end_all_sessions(session)
    revoked = await revoke_all_keys(session, list_master_secrets(settings))
    return f"{count} sessions have ended. Revoked: {', '.join(revoked)}."


async def _table(session: AsyncSession) -> str:
    rows = [
        f"{key.id:20}{key.state:10}{_time(key.created_at):22}{_time(key.signs_at):22}"
        f"{_time(key.revoked_at or key.verifies_until):22}".rstrip()
        for key in await list_keys(session)
    ]
    head = f"{'id':20}{'state':10}{'made':22}{'signs from':22}valid until"
    return "\n".join([head, *rows])


def _parser(command: str) -> ArgumentParser:
    return ArgumentParser(
        prog=f"python -m kit identity {command}",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )


def _time(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S}Z" if moment else ""


COMMANDS = {
    "keys": keys,
    "sessions": sessions,
    "second-factors": second_factors,
    "confirmations": confirmations,
}
