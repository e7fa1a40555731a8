"""What an import answers before and after anything is made."""

from datetime import datetime

from kit.core.errors import FieldProblem
from kit.domain.hijri import HijriDay
from pydantic import BaseModel


class ImportColumn(BaseModel):
    """A column of the template, by the name that the rows' problems have in `field`."""

    name: str
    en: str
    ar: str


class ImportRow(BaseModel):
    """What a row would make, and what stands in its way."""

    number: int
    """As the spreadsheet numbers it."""
    code: str
    title_en: str
    title_ar: str
    """Of the training."""
    starts_at: datetime | None = None
    """Of a batch."""
    sessions: int | None = None
    """How many a batch gets."""
    problems: list[FieldProblem]
    """Empty where it can be made."""
    hijri_days: list[HijriDay]
    """To be confirmed before the row is imported."""


class ImportCheck(BaseModel):
    """All rows of a file as they would be imported; nothing is made."""

    columns: list[ImportColumn]
    rows: list[ImportRow]


class Imported(BaseModel):
    """What was made of a file: drafts."""

    created: int
    left_out: int
    """Rows with problems."""
