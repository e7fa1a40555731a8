"""A content page is the row of each of its versions; none is ever changed once it was public."""

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
    """The pages there are, by their addresses."""

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
    """A version of a page: a draft until it has a time from which it is the public one."""

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
    """Counts the versions of a page from 1."""
    title_en: str
    title_ar: str
    summary_en: str
    summary_ar: str
    """What search engines and messengers show below the title."""
    blocks: list[dict[str, Any]] = Field(sa_column=Column(JSONB, nullable=False))
    """As `schemas.Block` says."""
    publish_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    """Raised by every change of the draft; what an edit must name."""
    updated_by: UUID | None = None
    """The user who wrote it; none for what an installation begins with."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
