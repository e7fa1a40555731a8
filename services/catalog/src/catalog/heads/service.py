"""Render page metadata as HTML, and the web app manifest."""

import json
from html import escape
from urllib.parse import quote

from kit.core.errors import NotFound
from kit.database.db import AsyncSession

from catalog.heads.queries import get_head
from catalog.heads.schemas import Head, Locale, Manifest
from catalog.settings.queries import get_settings
from catalog.settings.schemas import GeneralSettings

_PICTURE = "/share.png"
"""The product's sharing picture, for pages without one."""


async def make_head(
    session: AsyncSession,
    path: str,
    locale: Locale,
    public_url: str,
    *,
    named: bool,
) -> str:
    """Render the page's metadata; empty if the page does not exist.

    URLs with a language are canonical, and so is the one without, which uses the visitor's
    language.
    """
    settings = await get_settings(session)
    general = settings.data.general
    try:
        head = await get_head(session, path, locale, general, public_url)
    except NotFound:
        return ""
    address = public_url + quote(path)
    canonical = f"{address}?lang={locale}" if named else address
    return _html(head, address, canonical, locale, general, public_url)


async def make_manifest(session: AsyncSession, locale: Locale) -> Manifest:
    """Return the manifest with the product's name from the settings."""
    general = (await get_settings(session)).data.general
    product: str = getattr(general, f"product_name_{locale}")
    return Manifest(
        name=product,
        short_name=product,
        description=getattr(general, f"tagline_{locale}"),
        lang=locale,
        dir="rtl" if locale is Locale.AR else "ltr",
    )


def _html(
    head: Head,
    address: str,
    canonical: str,
    locale: Locale,
    general: GeneralSettings,
    public_url: str,
) -> str:
    product: str = getattr(general, f"product_name_{locale}")
    title = f"{head.title} · {product}" if head.title else product
    lines = [
        f"<title>{escape(title)}</title>",
        _meta("name", "description", head.description),
        f'<link rel="canonical" href="{escape(canonical)}">',
        *(_alternate(each, f"{address}?lang={each}") for each in Locale),
        _alternate("x-default", address),
        _meta("property", "og:type", "website"),
        _meta("property", "og:site_name", product),
        _meta("property", "og:title", head.title or product),
        _meta("property", "og:description", head.description),
        _meta("property", "og:url", address),
        _meta("property", "og:image", public_url + (head.image or _PICTURE)),
        _meta("property", "og:locale", "ar_SA" if locale is Locale.AR else "en_US"),
        _meta("name", "twitter:card", "summary_large_image"),
    ]
    if not head.indexed:
        lines.append(_meta("name", "robots", "noindex"))
    if head.data:
        # A script's text ends at the first `</`, even within a string.
        data = json.dumps(head.data, ensure_ascii=False).replace("<", "\\u003c")
        lines.append(f'<script type="application/ld+json">{data}</script>')
    return "\n".join(lines)


def _meta(attribute: str, name: str, content: str) -> str:
    return f'<meta {attribute}="{name}" content="{escape(content)}">'


def _alternate(language: str, address: str) -> str:
    return f'<link rel="alternate" hreflang="{language}" href="{escape(address)}">'
