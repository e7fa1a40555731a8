"""Two undecided cases: a change of a fixed number, and a claim to another user's number."""

import io
import secrets
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from contracts import Event
from contracts.identity import NumberCause, NumberKind
from kit.core.files import Files
from kit.database.db import AsyncSession, utc_now
from kit.documents.picture_options import PictureOptions
from kit.documents.pictures import MEDIA_TYPE
from kit.documents.pixels import process
from kit.domain.demo import demo_id
from PIL import Image, ImageDraw, ImageFont
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.numbers.cases.events import number_case_changed
from identity.accounts.numbers.cases.service import add_entry
from identity.accounts.numbers.models import Action, CaseDocument, NumberCase
from identity.demo.civil_numbers import civil_number

_CARD = (1012, 638)
"""Pixels of an identity card at 300 dpi (ISO 7810, ID-1)."""


@dataclass(frozen=True, slots=True)
class DemoCase:
    """A case of a claimant; without a holder, about an unused number."""

    claimant: str
    holder: str | None
    reason: str
    days: int
    """Age in days."""


CASES = (
    DemoCase("munira", None, "كُتب رقم واحد خطأ عند إنشاء الحساب", days=2),
    DemoCase("mohammed.b", "mohammed.q", "", days=1),
)
CLAIMANTS = frozenset(case.claimant for case in CASES if case.holder)
"""Claimants without a number of their own: it is in the case."""
FIXED_CLAIMANTS = frozenset(case.claimant for case in CASES if not case.holder)
"""Claimants of a change, whose numbers are fixed."""


async def add_cases(session: AsyncSession, files: Files) -> list[tuple[Event, int]]:
    """Create the missing cases of existing people and return their events."""
    stored = set(await session.scalars(select(col(NumberCase.id))))
    events: list[tuple[Event, int]] = []
    for position, demo in enumerate(CASES):
        if demo_id("number-case", demo.claimant) in stored:
            continue
        claimant = await session.get(User, demo_id("user", demo.claimant))
        holder = await session.get(User, demo_id("user", demo.holder)) if demo.holder else None
        if claimant is None or not (claimant.claiming or claimant.numbers_fixed_at):
            continue
        number = (holder and holder.civil_number) or civil_number(95_000_000 + position)
        case = _case(demo, claimant, holder, number)
        session.add(case)
        await session.flush()
        for person in (claimant, *([holder] if holder else [])):
            await _hand_in(session, files, case.id, person, number)
        add_entry(
            session,
            case,
            claimant.id,
            Action.OPENED,
            old=case.old_number,
            new=number,
            comment=demo.reason,
        )
        events.append((number_case_changed(case, None), case.version))
    await session.flush()
    return events


def _case(demo: DemoCase, claimant: User, holder: User | None, number: str) -> NumberCase:
    return NumberCase(
        id=demo_id("number-case", demo.claimant),
        claimant_id=claimant.id,
        holder_id=holder.id if holder else None,
        kind=NumberKind.CIVIL,
        number=number,
        old_number=claimant.civil_number,
        cause=NumberCause.CLAIM if demo.holder else NumberCause.CHANGE,
        reason=demo.reason,
        created_at=utc_now() - timedelta(days=demo.days),
    )


async def _hand_in(
    session: AsyncSession, files: Files, case_id: UUID, person: User, number: str
) -> None:
    (content,) = process(_draw_card(person.name_en, number), PictureOptions(boxes=[_CARD]))
    key = f"numbers/{secrets.token_urlsafe(24)}.webp"
    await files.put(key, content, MEDIA_TYPE)
    session.add(
        CaseDocument(
            case_id=case_id, user_id=person.id, key=key, media_type=MEDIA_TYPE, size=len(content)
        )
    )


def _draw_card(name: str, number: str) -> bytes:
    """Draw a PNG that is recognizable as a demo card."""
    card = Image.new("RGB", _CARD, "#ecfdf5")
    pen = ImageDraw.Draw(card)
    pen.rectangle((0, 0, _CARD[0], 110), fill="#047857")
    pen.text((48, 55), "DEMO CARD", fill="white", font=ImageFont.load_default(52), anchor="lm")
    pen.rounded_rectangle((48, 170, 348, 570), 24, fill="#a7f3d0")
    pen.text((400, 230), name, fill="#0f172a", font=ImageFont.load_default(46))
    pen.text((400, 330), number, fill="#0f172a", font=ImageFont.load_default(60))
    target = io.BytesIO()
    card.save(target, "PNG", compress_level=1)
    return target.getvalue()
