from collections.abc import Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr

from contracts.app_routes import AppRoute
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from kit.domain.people import encode_domain

from notifications.deliveries.channels.schemas import ClaimedDelivery
from notifications.deliveries.errors import AddressUnverified
from notifications.deliveries.tokens.service import create_optout
from notifications.texts.models import ALWAYS, Kind, Language, get_subject
from notifications.texts.service import TEXTS

DISPLAY_NAME_LENGTH = 60
"""Maximum length of a display name. The standard library folds longer ones and drops their quotes,
so a user's name could be parsed as further addresses.
"""
PREHEADER_LENGTH = 140
"""Characters that mail programs show beside the subject."""
_templates = Environment(
    loader=PackageLoader("notifications.deliveries"),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def build_mail(
    mail: ClaimedDelivery, *, sender: str, public_url: str, secrets: Sequence[str] = ()
) -> EmailMessage:
    """Build the message for the mail server; the first secret signs the unsubscribe link.

    Raises `AddressUnverified`, or `ValueError` if the address is invalid in a header.
    """
    if mail.address is None:
        raise AddressUnverified("the person has not verified an address yet")
    language, text = mail.message.localize(mail.locale)
    name = _one_line(mail.name_ar if language == "ar" else mail.name_en)
    phrases = TEXTS[language]["phrases"]
    product = _one_line(getattr(mail.product, language))
    token = _opt_out(mail, secrets)
    context = {
        "language": language,
        "direction": "rtl" if language == "ar" else "ltr",
        "start": "right" if language == "ar" else "left",
        "phrases": phrases,
        "product": product,
        "footer": phrases[_footer(mail)].format(product=product),
        "reply_above": phrases["reply_above"] if mail.thread and mail.thread.reply_to else None,
        "greeting": _build_greeting(language, name),
        "title": text.title,
        "paragraphs": text.body.split("\n\n"),
        # Text of any language; URLs in it become links.
        "own_words": mail.kind is Kind.GROUP_MESSAGE,
        "preheader": _one_line(text.body)[:PREHEADER_LENGTH],
        "items": [
            {"title": each.title, "body": each.body, "url": _url(public_url, each.link)}
            for each in text.items
        ],
        "action": text.action,
        "url": _url(public_url, mail.link),
        "opt_out": f"{public_url}{AppRoute.UNSUBSCRIBE}#{token}" if token else None,
        "home": public_url,
    }
    message = EmailMessage(policy=SMTP)
    _, sender_address = parseaddr(sender)
    message["From"] = _address(product, sender_address)
    message["To"] = _address(name, mail.address)
    message["Subject"] = _one_line(text.title)
    message["Date"] = format_datetime(mail.created_at)
    message["Message-ID"] = mail.message_id
    if mail.thread is None or mail.thread.automatic:
        # Suppresses auto-replies (RFC 3834).
        message["Auto-Submitted"] = "auto-generated" if mail.thread is None else "auto-replied"
    if token:
        # One-click unsubscribe (RFC 8058).
        message["List-Unsubscribe"] = f"<{public_url}/api/v1/notifications/opt-outs/{token}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if mail.thread and mail.thread.reply_to:
        message["Reply-To"] = _address(product, mail.thread.reply_to)
    if mail.thread and mail.thread.references:
        message["In-Reply-To"] = mail.thread.references[-1]
        message["References"] = " ".join(mail.thread.references)
    message.set_content(_templates.get_template("mail.txt").render(context), cte="base64")
    html = _templates.get_template("mail.html").render(context)
    message.add_alternative(html, subtype="html", cte="base64")
    # Set after the content, which would otherwise move it to its own part.
    message["Content-Language"] = language
    return message


def _address(name: str, address: str) -> Address:
    return Address(name[:DISPLAY_NAME_LENGTH].strip(), addr_spec=encode_domain(address))


def _opt_out(mail: ClaimedDelivery, secrets: Sequence[str]) -> str | None:
    """Return the unsubscribe token; None for codes, conversations and security notices."""
    if not (mail.kind and mail.user_id and secrets):
        return None
    subject = get_subject(mail.kind)
    return None if subject in ALWAYS else create_optout(secrets, mail.user_id, subject)


def _footer(mail: ClaimedDelivery) -> str:
    """Choose the closing phrase: why the mail came, and if it accepts replies."""
    if mail.thread is None:
        return "footer"
    return "footer_inquiry_reply" if mail.thread.reply_to else "footer_inquiry"


def _build_greeting(language: Language, name: str) -> str:
    phrases = TEXTS[language]["phrases"]
    return phrases["greeting"].format(name=name) if name else phrases["greeting_unnamed"]


def _url(public_url: str, link: str | None) -> str | None:
    return f"{public_url}{link}" if link else None


def _one_line(text: str) -> str:
    """Remove line breaks, so that a value cannot inject a header."""
    return " ".join(text.split())
