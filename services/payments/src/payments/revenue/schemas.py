"""Sums of money by week, by what was paid for, and by organization."""

from datetime import date
from enum import StrEnum
from uuid import UUID

from kit.database.pages import Page, PageMeta
from kit.domain.fields import Day
from pydantic import BaseModel, ConfigDict, Field


class RevenueBy(StrEnum):
    """What revenue is added up by."""

    WEEK = "week"
    TRAINING = "training"
    ORGANIZATION = "organization"


class RevenueFilter(BaseModel):
    """The days in Riyadh whose revenue is asked for, both included, and how it is added up.

    Without an end it is today, without a beginning the Sunday of the eleventh week before the end.
    """

    by: RevenueBy = RevenueBy.WEEK
    first: Day | None = Field(default=None, alias="from")
    last: Day | None = Field(default=None, alias="to")


class RevenueSum(BaseModel):
    """What came and went in one currency, in minor units and with the tax."""

    model_config = ConfigDict(from_attributes=True)

    currency: str
    paid_minor: int
    """What settled a charge in the period, by the provider or by a transfer."""
    refunded_minor: int
    """What of such money went back in the period, whenever it had come."""
    net_minor: int
    """The difference: below zero where more went back than came."""


class RevenueRow(RevenueSum):
    """The sum of one week, title or organization; the other fields are null."""

    week: date | None = None
    """Its Sunday, which may lie before the period's first day."""
    title_en: str | None = None
    title_ar: str | None = None
    """The training's; of a registration, an application or a bulk enrollment of several trainings
    what its charge says."""
    organization_id: UUID | None = None
    """Whose training it is; null for what is not for the training of one organization."""


class RevenuePageMeta(PageMeta):
    """Where the page stands, and what all rows come to."""

    first_day: date
    last_day: date
    sums: list[RevenueSum]
    """One for each currency; none where there is no row."""


class RevenuePage(Page[RevenueRow]):
    """One page of sums: weeks from the newest, the others from the largest."""

    meta: RevenuePageMeta
