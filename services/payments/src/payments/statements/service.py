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
from payments.statements.adapters.pdf import STATEMENT, statement_paper
from payments.statements.export import KINDS
from payments.statements.queries import month_of, organization_of, statement_listed
from payments.statements.schemas import StatementFilter

PRINTED = RateLimiter(60, timedelta(minutes=10))
"""PDFs per person and copy of the service."""
_MOST_ROWS = 2000
"""About 80 pages; longer statements need a spreadsheet."""


async def print_statement(database: Database, actor: Principal, filters: StatementFilter) -> bytes:
    """Render the requested statement as a PDF.

    Raises `NotFound` for another organization's, `TooManyRows`, and `Unavailable` if rendering
    fails.
    """
    # Close the transaction first, so rendering holds no connection.
    async with database.transaction() as session:
        listed = statement_listed(actor, filters).limit(_MOST_ROWS + 1)
        rows = (await session.execute(listed)).all()
        if len(rows) > _MOST_ROWS:
            raise TooManyRows
        asked = organization_of(actor, filters)
        organization = await session.get(Organization, asked) if asked else None
        seller, now = await get_seller(session), await db.now(session)
    paper = statement_paper(seller, organization, month_of(filters), rows, KINDS, now)
    (pdf,) = await papers.render(STATEMENT, [paper])
    if pdf is None:
        raise Unavailable
    return pdf
