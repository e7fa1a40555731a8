"""Render wordings with samples, on the page and as a mail to the caller."""

from datetime import timedelta
from uuid import UUID

from contracts.app_routes import AppRoute
from kit.database.db import AsyncSession, new_id, utc_now
from kit.security.auth import Principal
from kit.security.rate_limiter import RateLimiter

from notifications.config import Settings
from notifications.deliveries.adapters.mail import build_mail
from notifications.deliveries.adapters.push import build_payload
from notifications.deliveries.adapters.texting import count_segments, render_text
from notifications.deliveries.channels.schemas import ClaimedDelivery
from notifications.deliveries.models import Channel
from notifications.deliveries.queries import get_product
from notifications.deliveries.service import queue_sample
from notifications.previews.schemas import Preview, PreviewRequest, SampleMail
from notifications.replicas.queries import get_contact
from notifications.texts.models import OTP_KINDS, Bilingual, Kind, Language, Message, Wording
from notifications.texts.service import SAMPLES, compose
from notifications.wordings.service import find_problems, raise_problems

SAMPLE_LINK = AppRoute.MY_PAYMENT.format(id=UUID(int=0))
"""A link of typical length, which counts in a text message."""
SAMPLE_LIMIT = RateLimiter(20, timedelta(hours=1))
"""Per admin."""


async def preview(
    session: AsyncSession, actor: Principal, settings: Settings, kind: Kind, asked: PreviewRequest
) -> Preview:
    """Render the message as the caller would get it.

    Raises `Invalid`.
    """
    message = _compose_preview(kind, asked, await get_product(session))
    link = None if kind in OTP_KINDS.values() else SAMPLE_LINK
    return await render_message(session, actor, settings, message, asked.language, link=link)


async def render_message(
    session: AsyncSession,
    actor: Principal,
    settings: Settings,
    message: Message,
    language: Language,
    *,
    link: str | None,
    kind: Kind | None = None,
) -> Preview:
    """Render a message in one language as the caller would get it."""
    contact = await get_contact(session, actor.user_id)
    delivery = ClaimedDelivery(
        id=new_id(),
        channel=Channel.EMAIL,
        attempt=1,
        message_id=f"<preview@{settings.mail_domain}>",
        message=message,
        link=link,
        address=f"preview@{settings.mail_domain}",
        name_en=contact.name_en if contact else "",
        name_ar=contact.name_ar if contact else "",
        locale=language,
        created_at=utc_now(),
        expires=False,
        user_id=actor.user_id,
        product=await get_product(session),
        kind=kind,
    )
    mail = build_mail(delivery, sender=settings.mail_from, public_url=settings.public_url)
    html, plain = mail.get_body(("html",)), mail.get_body(("plain",))
    assert html and plain
    text = message.localize(language)[1]
    sms = render_text(delivery, settings.public_url)
    return Preview(
        title=text.title,
        body=text.body,
        html=html.get_content(),
        plain=plain.get_content(),
        push=build_payload(delivery)["body"],
        sms=sms,
        segments=count_segments(sms),
    )


async def send_sample(
    session: AsyncSession, actor: Principal, kind: Kind, asked: PreviewRequest
) -> SampleMail:
    """Mail the message to the caller, if the address is verified.

    Raises `Invalid`, `TooManyRequests`.
    """
    message = _compose_preview(kind, asked, await get_product(session))
    SAMPLE_LIMIT.take(actor.user_id)
    await queue_sample(session, actor.user_id, message, asked.language)
    contact = await get_contact(session, actor.user_id)
    return SampleMail(email=contact.email if contact else None)


def _compose_preview(kind: Kind, asked: PreviewRequest, product: Bilingual) -> Message:
    raise_problems(find_problems(kind, asked.text, "text."))
    given = {(kind, asked.language): Wording(**asked.text.model_dump())}
    return compose(kind, {**SAMPLES, "product": product}, given)
