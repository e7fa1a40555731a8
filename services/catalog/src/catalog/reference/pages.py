"""The content pages that an installation starts with, and loading those that it does not have."""

import tomllib
from importlib.resources import files

from kit.database import db
from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from catalog.pages.models import PageSlug, PageVersion
from catalog.pages.schemas import PageContent


def page_content(slug: PageSlug) -> PageContent:
    """What a page says at first, from `texts/<slug>.toml`."""
    text = files("catalog.reference").joinpath("texts", f"{slug}.toml").read_text("utf-8")
    return PageContent.model_validate(tomllib.loads(text))


async def load_pages(session: AsyncSession) -> int:
    """Publish the first version of each page that has none; how many those were."""
    there = set(await session.scalars(select(col(PageVersion.slug)).distinct()))
    missing = [slug for slug in PageSlug if slug not in there]
    now = await db.now(session)
    for slug in missing:
        content = page_content(slug).model_dump(mode="json")
        session.add(PageVersion(slug=slug, number=1, publish_at=now, **content))
    return len(missing)
