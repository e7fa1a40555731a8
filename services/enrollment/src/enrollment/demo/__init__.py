from kit.database.db import Database

from enrollment.config import Settings
from enrollment.credentials.adapters.did_web import build_issuer
from enrollment.demo.certificates import load_certificates
from enrollment.demo.feedback import load_feedback
from enrollment.demo.load import load_demo


async def run(database: Database, settings: Settings) -> str:
    """Load missing demo data, for `python -m kit enrollment demo`; return a summary."""
    async with database.transaction() as session:
        count = await load_demo(session)
    async with database.transaction() as session:
        certificates = await load_certificates(session, build_issuer(settings))
        feedback = await load_feedback(session)
    return (
        f"enrollment: {count} enrollments, {certificates} certificates and {feedback} answers and "
        "appeals of the demo are new"
    )
