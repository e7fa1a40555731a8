"""Parse replies to our mails: their new text, and if a person wrote them."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parseaddr
from html.parser import HTMLParser
from typing import NamedTuple

from notifications.texts.service import TEXTS

MAX_FILES = 5
MAX_TEXT = 5000
_MARKS = tuple(TEXTS[language]["phrases"]["reply_above"].strip("– ") for language in TEXTS)
"""Line above our own text in each mail."""
_QUOTES = re.compile(r"^(_{8,}|-{2,} ?(original message|الرسالة الأصلية)\b.*)$", re.IGNORECASE)
"""Separators that mail programs put above quotes."""
_ATTRIBUTION = re.compile(r"[^\n]*@[^\n]*(\n[^\n]+)?[:：]$|[^\n]*\n[^\n]*@[^\n]*[:：]$")
"""`On Monday Itqan <…> wrote:`, on one line or two."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,250}>")
_ROBOTS = re.compile(r"^(mailer-daemon|postmaster|no-?reply)(\+|@|$)", re.IGNORECASE)
_BREAKS = {"br", "p", "div", "tr", "li", "blockquote", "h1", "h2", "h3"}
_SILENT = {"script", "style", "head", "title"}


class AttachedFile(NamedTuple):
    """Attachment, with the file name given in the mail."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """Parsed mail."""

    sender: str
    message_id: str
    """The mail's own ID, or a hash of its content; deduplicates deliveries."""
    text: str
    """Without quotes; truncated to `MAX_TEXT`."""
    files: tuple[AttachedFile, ...]
    """At most `MAX_FILES` attachments."""
    more_files: int
    """Number of further attachments."""
    automatic: bool
    """True for absence notes, bounces and mailing lists."""


def read_reply(raw: bytes) -> Reply:
    """Parse a mail; never fails, however malformed it is."""
    mail = message_from_bytes(raw, policy=default)
    assert isinstance(mail, EmailMessage)
    attached = [file for file in map(_read_file, mail.iter_attachments()) if file]
    return Reply(
        sender=parseaddr(_header(mail, "From"))[1][:254],
        message_id=_message_id(mail, raw),
        text=_new_words(_read_text(mail))[:MAX_TEXT],
        files=tuple(attached[:MAX_FILES]),
        more_files=len(attached[MAX_FILES:]),
        automatic=_is_automatic(mail),
    )


def _is_automatic(mail: EmailMessage) -> bool:
    """Check for automatic mails by RFC 3834, and by older conventions."""
    submitted = _header(mail, "Auto-Submitted").partition(";")[0].strip().lower()
    precedence = _header(mail, "Precedence").strip().lower()
    return (
        submitted not in ("", "no")
        or precedence in ("bulk", "junk", "list", "auto_reply")
        or any(
            name in mail
            for name in ("List-Id", "X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress")
        )
        or _header(mail, "Return-Path").strip() == "<>"
        or mail.get_content_type() == "multipart/report"
        or bool(_ROBOTS.match(parseaddr(_header(mail, "From"))[1]))
    )


def _header(mail: EmailMessage, name: str) -> str:
    try:
        return str(mail.get(name, ""))
    except (ValueError, IndexError, AttributeError):
        # The standard library's parser fails on some malformed headers.
        return ""


def _message_id(mail: EmailMessage, raw: bytes) -> str:
    found = _MESSAGE_ID.search(_header(mail, "Message-ID"))
    return found[0] if found else f"<{hashlib.sha256(raw).hexdigest()}@unnamed>"


def _read_file(part: object) -> AttachedFile | None:
    assert isinstance(part, EmailMessage)
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes) or not content:
        return None
    try:
        name = part.get_filename() or ""
    except (ValueError, IndexError, AttributeError):
        # Malformed headers, as in `_header`.
        name = ""
    return AttachedFile(name, content)


def _read_text(mail: EmailMessage) -> str:
    part = mail.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    try:
        text = str(part.get_content())
    except (LookupError, UnicodeError, AttributeError):
        # The character set is unknown or wrong.
        content = part.get_payload(decode=True)
        text = content.decode("utf-8", "replace") if isinstance(content, bytes) else ""
    if part.get_content_type() == "text/html":
        reader = _Words()
        reader.feed(text)
        reader.close()
        text = "".join(reader.words)
    return _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _new_words(text: str) -> str:
    """Return the text above the quote; lines quoted in between remain."""
    lines = list(_above(text.split("\n")))
    while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith(">")):
        lines.pop()
    *before, last = "\n".join(lines).strip().split("\n\n") or [""]
    if _ATTRIBUTION.fullmatch(last.strip()):
        return "\n\n".join(before).strip()
    return "\n".join(lines).strip()


def _above(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if any(mark in line for mark in _MARKS) or _QUOTES.match(line.strip()):
            return
        yield line


class _Words(HTMLParser):
    """Extracts a page's text with its line breaks."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, _: object) -> None:
        if tag in _SILENT:
            self._silent += 1
        elif tag in _BREAKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag == "p":
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(re.sub(r"\s+", " ", data))
