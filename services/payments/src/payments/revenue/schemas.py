from datetime import date
from enum import StrEnum
from uuid import UUID

from kit.database.pages import Page, PageMeta
from kit.domain.fields import Day
from pydantic import BaseModel, ConfigDict, Field


class RevenueBy(StrEnum):
    WEEK = "week"
    TRAINING = "training"
    ORGANIZATION = "organization"


class RevenueFilter(BaseModel):
    """Inclusive days in Riyadh, and the grouping.

    The default end is today; the default start is the Sunday of the eleventh week before the end.
    """

    by: RevenueBy = RevenueBy.WEEK
    first: Day | None = Field(default=None, alias="from")
    last: Day | None = Field(default=None, alias="to")


class RevenueSum(BaseModel):
    """Payments and refunds in one currency, in minor units including VAT."""

    model_config = ConfigDict(from_attributes=True)

    currency: str
    paid_minor: int
    """Money that settled charges in the period."""
    refunded_minor: int
    """Refunds of such money completed in the period, for payments of any time."""
    net_minor: int
    """Difference; negative if refunds exceed payments."""


class RevenueRow(RevenueSum):
    """Sums of one week, title or organization; the other two keys are null."""

    week: date | None = None
    """Sunday of the week; it may precede the period's first day."""
    title_en: str | None = None
    title_ar: str | None = None
    """Title of the training; for other charges, the charge's own title."""
    organization_id: UUID | None = None
    """Organization of the training; null for charges that belong to none."""


class RevenuePageMeta(PageMeta):
    """Page position and sums over all rows."""

    first_day: date
    last_day: date
    sums: list[RevenueSum]
    """One sum per currency; empty without rows."""


class RevenuePage(Page[RevenueRow]):
    """Page of sums: weeks newest first, others largest first."""

    meta: RevenuePageMeta
