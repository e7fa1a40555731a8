"""Rich text: sanitize HTML from the editor."""

import re
from html import escape, unescape
from html.parser import HTMLParser
from typing import Annotated

import nh3
from kit.domain.fields import RICH_TEXT, KeepsDirection
from pydantic import AfterValidator, StringConstraints
from pydantic_core import PydanticCustomError

MAX_LENGTH = 20_000
"""Characters, including markup."""
TAGS = frozenset(
    {"p", "br", "h3", "h4", "strong", "em", "u", "s", "ul", "ol", "li", "blockquote", "a"}
)
"""Tags that the app's editor writes."""
_ACTIVE = frozenset(
    {"script", "style", "iframe", "frame", "object", "embed", "applet", "form", "input", "button"}
    | {"textarea", "select", "svg", "math", "link", "meta", "base", "template", "audio", "video"}
)
_BLANKS = re.compile(r"[\s\x00-\x20]+")
_OTHER_SITE = re.compile(r"[/\\]{2}")
"""Relative URL that browsers treat as another site (WHATWG URL, relative slash state)."""
_RUNS = re.compile(r"(?:javascript|vbscript|data):", re.IGNORECASE)
_BLOCK_END = re.compile(r"</(?:p|h3|h4|li|blockquote)>|<br>")


class _Inspector(HTMLParser):
    """Detects active content such as scripts and forms. The sanitizer removes the rest."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        handles = any(name.startswith("on") for name, _ in attrs)
        runs = any(_RUNS.match(_BLANKS.sub("", value or "")) for _, value in attrs)
        self.found = self.found or tag in _ACTIVE or handles or runs


def sanitize(html: str) -> str:
    """Sanitize a text to `TAGS` and links; return an empty one without words.

    Rejects content that is never typed by accident, as `text.unsafe`: scripts, embedded pages and
    event handlers.
    """
    if _Inspector(html).found:
        raise PydanticCustomError(
            "text.unsafe", "Remove scripts and other active content from the text."
        )
    cleaned = nh3.clean(
        html,
        tags=set(TAGS),
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto", "tel"},
        url_relative=_keep_own_address,
        link_rel="noopener noreferrer",
    )
    return cleaned.strip() if get_plain_text(cleaned) else ""


def _keep_own_address(url: str) -> str | None:
    return None if _OTHER_SITE.match(_BLANKS.sub("", url)) else url


def get_plain_text(html: str) -> str:
    """Return the words of a sanitized text, for search and plain display."""
    spaced = _BLOCK_END.sub(r" \g<0>", html)
    return " ".join(unescape(nh3.clean(spaced, tags=set())).split())


def wrap_paragraph(text: str) -> str:
    """Escape plain text as a paragraph."""
    return f"<p>{escape(text, quote=False)}</p>"


# Text direction is checked after entities are decoded.
RichText = Annotated[
    str,
    StringConstraints(max_length=MAX_LENGTH),
    AfterValidator(sanitize),
    KeepsDirection,
    RICH_TEXT,
]
"""Sanitized rich text."""
