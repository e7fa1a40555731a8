from datetime import timedelta

from kit.core.errors import Unavailable
from kit.database import db
from kit.database.db import Database
from kit.documents import papers
from kit.security.auth import Principal
from kit.security.rate_limiter import RateLimiter
from kit.spreadsheets.exports import TooManyRows

from payments.replicas.models import Organization
from payments.replicas.queries import get_seller
from payments.statements.adapters.pdf import STATEMENT, build_statement_paper
from payments.statements.export import KINDS
from payments.statements.queries import resolve_month, resolve_organization, select_statement
from payments.statements.schemas import StatementFilter

PRINT_LIMIT = RateLimiter(60, timedelta(minutes=10))
"""PDFs per person and copy of the service."""
_MAX_ROWS = 2000
"""About 80 pages; longer statements need a spreadsheet."""


async def print_statement(database: Database, actor: Principal, filters: StatementFilter) -> bytes:
    """Render the requested statement as a PDF.

    Raises `NotFound` for another organization's, `TooManyRows`, and `Unavailable` if rendering
    fails.
    """
    # Close the transaction first, so rendering holds no connection.
    async with database.transaction() as session:
        listed = select_statement(actor, filters).limit(_MAX_ROWS + 1)
        rows = (await session.execute(listed)).all()
        if len(rows) > _MAX_ROWS:
            raise TooManyRows
        asked = resolve_organization(actor, filters)
        organization = await session.get(Organization, asked) if asked else None
        seller, now = await get_seller(session), await db.now(session)
    paper = build_statement_paper(seller, organization, resolve_month(filters), rows, KINDS, now)
    (pdf,) = await papers.render(STATEMENT, [paper])
    if pdf is None:
        raise Unavailable
    return pdf
