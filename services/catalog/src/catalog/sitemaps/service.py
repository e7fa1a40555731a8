"""Render sitemaps and robots.txt by the sitemaps.org protocol, with each page's languages."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from kit.core.errors import NotFound
from kit.database.db import AsyncSession

from catalog.heads.schemas import Locale
from catalog.sitemaps import queries
from catalog.sitemaps.queries import Entry

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XHTML = "http://www.w3.org/1999/xhtml"
PRIVATE = ("/api/", "/auth/", "/candidate/", "/dashboard/", "/payments/")
"""Paths disallowed for search engines."""


def make_robots(public_url: str) -> str:
    """Render robots.txt. Pictures are below /api, so pages can still show them."""
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in PRIVATE),
        "Allow: /api/v1/trainings/*/image",
        f"Sitemap: {public_url}/sitemap.xml",
    ]
    return "\n".join(lines) + "\n"


async def make_index(session: AsyncSession, public_url: str) -> str:
    """Render the index of sitemaps."""
    counts = await queries.count_parts(session)
    names = [
        "pages-1",
        *(f"{name}-{n}" for name, many in counts.items() for n in range(1, many + 1)),
    ]
    rows = (f"<sitemap><loc>{public_url}/sitemap-{name}.xml</loc></sitemap>" for name in names)
    return f'{_XML}<sitemapindex xmlns="{_SITEMAPS}">{"".join(rows)}</sitemapindex>'


async def make_sitemap(session: AsyncSession, kind: str, part: int, public_url: str) -> str:
    """Render one sitemap.

    Raises `NotFound` beyond the last file.
    """
    match kind:
        case "trainings":
            entries = await queries.list_trainings(session, part)
        case "batches":
            entries = await queries.list_batches(session, part)
        case _:
            entries = await queries.list_site_pages(session) if part == 1 else []
    if not entries:
        raise NotFound
    rows = "".join(row for entry in entries for row in _rows(entry, public_url))
    return f'{_XML}<urlset xmlns="{_SITEMAPS}" xmlns:xhtml="{_XHTML}">{rows}</urlset>'


def _rows(entry: Entry, public_url: str) -> Iterable[str]:
    """Yield the page in each language, with links to the other."""
    address = escape(public_url + entry.path)
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{each}" href="{address}?lang={each}"/>'
        for each in Locale
    )
    changed = f"<lastmod>{entry.changed_at:%Y-%m-%d}</lastmod>" if entry.changed_at else ""
    for each in Locale:
        yield f"<url><loc>{address}?lang={each}</loc>{changed}{links}</url>"
