"""Responses of an import."""

from datetime import datetime

from kit.core.errors import FieldProblem
from kit.domain.hijri import HijriDay
from pydantic import BaseModel


class ImportColumn(BaseModel):
    """Column of the template, with the name used in `field` of the rows' problems."""

    name: str
    en: str
    ar: str


class ImportRow(BaseModel):
    """Row with the draft it would create, and its problems."""

    number: int
    """Row number in the spreadsheet."""
    code: str
    title_en: str
    title_ar: str
    """Title of the training."""
    starts_at: datetime | None = None
    """Start of a batch."""
    sessions: int | None = None
    """Number of sessions of a batch."""
    problems: list[FieldProblem]
    """Empty if the row is valid."""
    hijri_days: list[HijriDay]
    """Hijri dates to confirm before the import."""


class ImportCheck(BaseModel):
    """Preview of all rows; nothing is created."""

    columns: list[ImportColumn]
    rows: list[ImportRow]


class Imported(BaseModel):
    """Drafts created by an import."""

    created: int
    left_out: int
    """Number of skipped rows."""
