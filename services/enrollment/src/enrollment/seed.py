"""Initial data of every installation: a signing key. Idempotent."""

from kit.database.db import Database

from enrollment.config import Settings
from enrollment.credentials.adapters.did_web import build_issuer
from enrollment.credentials.keys.service import ensure_signer


async def run(database: Database, settings: Settings) -> str:
    """Create missing data, for `python -m kit enrollment seed`."""
    async with database.transaction() as session:
        await ensure_signer(session, build_issuer(settings))
    return ""
