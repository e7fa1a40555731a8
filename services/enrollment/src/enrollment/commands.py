"""Command of the service: `python -m kit enrollment credential-keys ...`.

credential-keys list                 list the keys that sign certificates, with their states
credential-keys rotate               create a key that signs in an hour; older signatures stay
                                     valid
credential-keys revoke ID            remove a key from publication, which invalidates its
                                     signatures, and sign its certificates again
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from datetime import datetime

from kit.database import db
from kit.database.db import AsyncSession, Database

from enrollment.certificates.service import sign_again
from enrollment.config import Settings
from enrollment.credentials.adapters.did_web import Issuer, build_issuer
from enrollment.credentials.keys.service import get_key_state, revoke_key, rotate_keys
from enrollment.credentials.queries import list_keys


async def credential_keys(database: Database, settings: Settings, arguments: list[str]) -> str:
    """List, rotate or revoke credential keys, and return a report."""
    parser = ArgumentParser(
        prog="python -m kit enrollment credential-keys",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("list")
    actions.add_parser("rotate")
    actions.add_parser("revoke").add_argument("id")
    options = parser.parse_args(arguments)
    issuer = build_issuer(settings)
    async with database.transaction() as session:
        match options.action:
            case "list":
                return await _table(session)
            case "rotate":
                created = await rotate_keys(session, issuer)
                return f"{created.id} signs from {_time(created.signs_at)} on."
    return await _revoke(database, issuer, options.id)


async def _revoke(database: Database, issuer: Issuer, key_id: str) -> str:
    """Revoke a key and sign its certificates again; repeat it after an interruption."""
    async with database.transaction() as session:
        revoked = await revoke_key(session, issuer, key_id)
    last, portions = None, 0
    while True:
        async with database.transaction() as session:
            last = await sign_again(session, issuer, key_id, last)
        if last is None:
            break
        portions += 1
    if not revoked and not portions:
        raise SystemExit(f"There is no key {key_id}, or it is already revoked.")
    async with database.transaction() as session:
        return f"{key_id} is revoked, its certificates are signed again.\n{await _table(session)}"


async def _table(session: AsyncSession) -> str:
    keys, now = await list_keys(session), await db.now(session)
    current = next((key for key in keys if get_key_state(key, key, now) == "current"), None)
    rows = [
        f"{key.id:20}{get_key_state(key, current, now):10}{_time(key.created_at):22}"
        f"{_time(key.signs_at):22}{_time(key.revoked_at):22}".rstrip()
        for key in keys
    ]
    head = f"{'id':20}{'state':10}{'made':22}{'signs from':22}revoked"
    return "\n".join([head, *rows])


def _time(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S}Z" if moment else ""


COMMANDS = {"credential-keys": credential_keys}
