"""A mail as it goes out: plain text and HTML in the person's language."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from notifications.deliveries.errors import AddressUnverified
from notifications.deliveries.service import ClaimedMail
from notifications.texts.compose import TEXTS
from notifications.texts.models import Language

_templates = Environment(
    loader=PackageLoader(__name__.rpartition(".")[0]),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def build(mail: ClaimedMail, *, sender: str, public_url: str) -> EmailMessage:
    """The message to hand to the mail server.

    Raises `AddressUnverified`, or `ValueError` when the address cannot be written in a header.
    """
    if mail.address is None:
        raise AddressUnverified("the person has not verified an address yet")
    language, text = mail.message.in_language(mail.locale)
    name = _one_line(mail.name_ar if language == "ar" else mail.name_en)
    phrases = TEXTS[language]["phrases"]
    product = _one_line(getattr(mail.product, language))
    context = {
        "language": language,
        "direction": "rtl" if language == "ar" else "ltr",
        "start": "right" if language == "ar" else "left",
        "phrases": phrases,
        "product": product,
        "footer": phrases[_footer(mail)].format(product=product),
        "reply_above": phrases["reply_above"] if mail.thread and mail.thread.reply_to else None,
        "greeting": _greeting(language, name),
        "title": text.title,
        "paragraphs": text.body.split("\n\n"),
        "action": text.action,
        "url": f"{public_url}{mail.link}" if mail.link else None,
        "home": public_url,
    }
    message = EmailMessage(policy=SMTP)
    _, sender_address = parseaddr(sender)
    message["From"] = Address(product, addr_spec=sender_address)
    message["To"] = Address(name, addr_spec=mail.address)
    message["Subject"] = _one_line(text.title)
    message["Date"] = format_datetime(mail.created_at)
    message["Message-ID"] = mail.message_id
    if mail.thread is None or mail.thread.automatic:
        # Keeps absence notes and other robots from answering (RFC 3834).
        message["Auto-Submitted"] = "auto-generated" if mail.thread is None else "auto-replied"
    if mail.thread and mail.thread.reply_to:
        message["Reply-To"] = Address(product, addr_spec=mail.thread.reply_to)
    if mail.thread and mail.thread.references:
        message["In-Reply-To"] = mail.thread.references[-1]
        message["References"] = " ".join(mail.thread.references)
    message.set_content(_templates.get_template("mail.txt").render(context), cte="base64")
    html = _templates.get_template("mail.html").render(context)
    message.add_alternative(html, subtype="html", cte="base64")
    # After the content, which would take it for a header of its own part.
    message["Content-Language"] = language
    return message


def _footer(mail: ClaimedMail) -> str:
    """Which phrase ends the mail: why it came, and whether it can be answered."""
    if mail.thread is None:
        return "footer"
    return "footer_inquiry_reply" if mail.thread.reply_to else "footer_inquiry"


def _greeting(language: Language, name: str) -> str:
    phrases = TEXTS[language]["phrases"]
    return phrases["greeting"].format(name=name) if name else phrases["greeting_unnamed"]


def _one_line(text: str) -> str:
    """A value must not begin another header."""
    return " ".join(text.split())
