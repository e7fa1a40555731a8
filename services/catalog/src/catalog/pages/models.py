"""Versions of content pages, immutable once they are public."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import Column, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from catalog.tables import Table, choice


class PageSlug(StrEnum):
    """Pages of the site, by slug."""

    ABOUT = "about"
    SERVICES = "services"
    STANDARDS = "nos"
    MEDIA = "media"
    GOVERNANCE = "governance"
    TERMS = "terms-conditions"
    FAQ = "faq"
    SUPPORT = "support"
    CONTACT = "contact-us"


class PageVersion(Table, table=True):
    """Version of a page: a draft until it has a publication time."""

    __tablename__ = "page_versions"
    __table_args__ = (
        UniqueConstraint("slug", "number"),
        Index("ix_page_versions_public", "slug", "publish_at"),
        Index(
            "uq_page_versions_draft",
            "slug",
            unique=True,
            postgresql_where=text("publish_at IS NULL"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    slug: PageSlug = choice(PageSlug)
    number: int
    """Number within the page, from 1."""
    title_en: str
    title_ar: str
    summary_en: str
    summary_ar: str
    """Description for search engines and link previews."""
    blocks: list[dict[str, Any]] = Field(sa_column=Column(JSONB, nullable=False))
    """Each a `schemas.Block`."""
    publish_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    """Incremented by every change of the draft, and checked by edits."""
    updated_by: UUID | None = None
    """User who wrote it; None for the initial content."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
