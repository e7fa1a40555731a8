"""Build page metadata from the public responses."""

import json
import re
from typing import Any
from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import PageQuery

from catalog.announcements.queries import get_announcement
from catalog.batches.queries import get_batch, list_batches
from catalog.batches.schemas import BatchFilters, BatchSort
from catalog.heads.adapters.schema_org import build_course
from catalog.heads.schemas import Head, Locale
from catalog.offers.queries import get_organization, get_training
from catalog.pages.models import PageSlug
from catalog.pages.queries import get_page
from catalog.settings.schemas import GeneralSettings

TEXTS: dict[str, dict[Locale, tuple[str, str]]] = {
    "/trainings": {
        Locale.EN: (
            "Trainings",
            "All logistics trainings with their organizations, levels, prices and next dates.",
        ),
        Locale.AR: (
            "البرامج التدريبية",
            "جميع البرامج التدريبية اللوجستية مع منشآتها ومستوياتها وأسعارها وأقرب مواعيدها.",
        ),
    },
    "/trainings/batches": {
        Locale.EN: (
            "Batches",
            "Upcoming batches by date, city and price, with the seats left.",
        ),
        Locale.AR: (
            "الدورات",
            "الدورات القادمة بحسب الموعد والمدينة والسعر مع المقاعد المتبقية.",
        ),
    },
    "/announcements": {
        Locale.EN: ("Announcements", "Announcements for organizations and their staff."),
        Locale.AR: ("الإعلانات", "إعلانات للمنشآت وموظفيها."),
    },
    "/developers": {
        Locale.EN: (
            "Developers",
            "How your program reads batches and enrolls people in bulk, with examples.",
        ),
        Locale.AR: (
            "المطورون",
            "كيف يقرأ برنامج الشريك الدورات ويسجل المتدربين جماعيًا، مع أمثلة جاهزة.",
        ),
    },
    "/verify-certificate": {
        Locale.EN: (
            "Verify a certificate",
            "Check by its number, QR code or file whether a certificate is valid.",
        ),
        Locale.AR: ("التحقق من شهادة", "تحقق من سريان شهادة برقمها أو رمز QR أو ملفها."),
    },
    "/verify-learner": {
        Locale.EN: ("Verify a learner", "See the certificates that a person has made public."),
        Locale.AR: ("التحقق من متدرب", "تحقق من التدريب الذي أتمه أحد المتدربين."),
    },
}

ORGANIZATION: dict[Locale, str] = {
    Locale.EN: "The logistics trainings of {name} with their levels, prices and next dates.",
    Locale.AR: "البرامج التدريبية اللوجستية لدى {name} ومستوياتها وأسعارها وأقرب مواعيدها.",
}
"""Description of an organization's page."""

CERTIFICATE: dict[Locale, tuple[str, str]] = {
    Locale.EN: (
        "Certificate",
        "A training certificate. Open it to see who holds it and whether it's valid.",
    ),
    Locale.AR: ("شهادة", "شهادة تدريب. افتحها لترى لمن صدرت وهل هي سارية."),
}
"""Title and description of certificate pages; only the page itself names the holder."""


_PAGES = {f"/{slug}": slug for slug in PageSlug}
_ONE = re.compile(r"/(trainings|organizations|announcements)/([^/]+)")
_BATCH = re.compile(r"/trainings/[^/]+/batch/([^/]+)(/enroll(?:/review)?)?")
_BATCH_PAGE = PageQuery(page=1, page_size=20)
"""Number of batches in a training's structured data."""


async def get_head(
    session: AsyncSession,
    path: str,
    locale: Locale,
    general: GeneralSettings,
    public_url: str,
) -> Head:
    """Return the page's metadata; pages outside the catalogue have the product's.

    Raises `NotFound` for a page, organization, training, batch or announcement that is not public.
    """
    if path in TEXTS:
        return Head(*TEXTS[path][locale])
    if slug := _PAGES.get(path):
        return await _build_page_head(session, slug, locale)
    if found := _BATCH.fullmatch(path):
        head = await _build_batch_head(session, _id(found[1]), locale, public_url)
        return head if found[2] is None else Head(head.title, head.description, indexed=False)
    if found := _ONE.fullmatch(path):
        kind, id_ = found[1], _id(found[2])
        if kind == "trainings":
            return await _build_training_head(session, id_, locale, public_url)
        return await _build_other_head(session, kind, id_, locale)
    title, description = (
        CERTIFICATE[locale]
        if path.startswith("/certificates/")
        else ("", getattr(general, f"tagline_{locale}"))
    )
    return Head(title, description, indexed=path == "/")


async def _build_page_head(session: AsyncSession, slug: PageSlug, locale: Locale) -> Head:
    page = await get_page(session, slug)
    return Head(getattr(page, f"title_{locale}"), getattr(page, f"summary_{locale}"))


async def _build_other_head(session: AsyncSession, kind: str, id_: UUID, locale: Locale) -> Head:
    if kind == "organizations":
        return await _build_organization_head(session, id_, locale)
    return await _build_announcement_head(session, id_, locale)


async def _build_training_head(
    session: AsyncSession, training_id: UUID, locale: Locale, public_url: str
) -> Head:
    training = json.loads(await get_training(session, training_id))
    filters = BatchFilters(training_id=training_id)
    batches = await list_batches(session, _BATCH_PAGE, filters, BatchSort.STARTS_AT)
    return _build_course_head(training, json.loads(batches)["data"], locale, public_url)


async def _build_organization_head(
    session: AsyncSession, organization_id: UUID, locale: Locale
) -> Head:
    organization = await get_organization(session, organization_id)
    name = organization.name_ar if locale is Locale.AR else organization.name_en
    return Head(name, ORGANIZATION[locale].format(name=name), image=organization.image_url)


async def _build_announcement_head(
    session: AsyncSession, announcement_id: UUID, locale: Locale
) -> Head:
    found = await get_announcement(session, announcement_id)
    return Head(getattr(found, f"title_{locale}"), getattr(found, f"summary_{locale}"))


async def _build_batch_head(
    session: AsyncSession, batch_id: UUID, locale: Locale, public_url: str
) -> Head:
    batch = json.loads(await get_batch(session, batch_id))
    return _build_course_head(batch["training"], [batch], locale, public_url)


def _build_course_head(
    training: dict[str, Any], batches: list[dict[str, Any]], locale: Locale, public_url: str
) -> Head:
    return Head(
        training[f"title_{locale}"],
        training[f"summary_{locale}"],
        image=training["image_url"],
        data=build_course(training, batches, locale, public_url),
    )


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NotFound from None
