from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from kit.domain.fields import CODE, InputModel, Moment, PlainText
from pydantic import BaseModel, Field, StringConstraints

from catalog.pages.models import PageSlug
from catalog.texts.adapters.html import RichText
from catalog.texts.schemas import Line, Name
from catalog.trainings.models import TrainingLevel

Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), PlainText
]
Code = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40), PlainText, CODE]
Address = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        max_length=500,
        pattern=r"^(/([^/\\\s][^\\\s]*)?|https://[^\s]+|mailto:[^@\s]+@[^@\s]+|tel:\+?[0-9-]+)$",
    ),
    CODE,
]
"""Page of the site (`/faq`), another site, or a contact link."""


class VersionStatus(StrEnum):
    """`draft → scheduled → published → replaced`; a draft can be published at once."""

    DRAFT = "draft"
    SCHEDULED = "scheduled"
    PUBLISHED = "published"
    REPLACED = "replaced"


class HeadingBlock(InputModel):
    """Heading of the blocks after it."""

    kind: Literal["heading"]
    text_en: Title
    text_ar: Title


class TextBlock(InputModel):
    """Paragraphs and lists, as sanitized HTML."""

    kind: Literal["text"]
    html_en: RichText
    html_ar: RichText


class Question(InputModel):
    """Question and answer, as sanitized HTML."""

    question_en: Title
    question_ar: Title
    answer_en: RichText
    answer_ar: RichText


class QuestionsBlock(InputModel):
    """Expandable questions."""

    kind: Literal["questions"]
    questions: Annotated[list[Question], Field(min_length=1, max_length=60)]


class PageLink(InputModel):
    """Link with a description."""

    label_en: Title
    label_ar: Title
    text_en: Line = ""
    text_ar: Line = ""
    address: Address


class LinksBlock(InputModel):
    """Links shown as cards."""

    kind: Literal["links"]
    links: Annotated[list[PageLink], Field(min_length=1, max_length=30)]


class Step(InputModel):
    """Step of a list."""

    title_en: Title
    title_ar: Title
    text_en: Line = ""
    text_ar: Line = ""


class StepsBlock(InputModel):
    """Numbered steps."""

    kind: Literal["steps"]
    steps: Annotated[list[Step], Field(min_length=1, max_length=20)]


class Standard(InputModel):
    """Occupation with its requirements."""

    code: Code = ""
    """Code of the official standard, if any."""
    title_en: Title
    title_ar: Title
    level: TrainingLevel
    search: Name
    """Search words for its trainings in the catalogue."""


class StandardsBlock(InputModel):
    """Occupational standards of a sector."""

    kind: Literal["standards"]
    sector_en: Title
    sector_ar: Title
    standards: Annotated[list[Standard], Field(min_length=1, max_length=100)]


Block = Annotated[
    HeadingBlock | TextBlock | QuestionsBlock | LinksBlock | StepsBlock | StandardsBlock,
    Field(discriminator="kind"),
]


class PageContent(BaseModel):
    """Content of a page's version."""

    title_en: Title
    title_ar: Title
    summary_en: Line
    summary_ar: Line
    blocks: Annotated[list[Block], Field(max_length=80)]


class PageRead(PageContent):
    """Page as the public reads it."""

    slug: PageSlug
    number: int
    """Version number, recorded when a user accepts the terms."""
    published_at: datetime


class DraftUpdate(InputModel, PageContent):
    """Draft of a page, created if there is none."""

    version: Annotated[int, Field(ge=0)]
    """Version of the draft that the caller has read; 0 if there was none."""


class PublishRequest(InputModel):
    """Publication time of the draft."""

    version: int
    """Version of the draft that the caller has read."""
    publish_at: Moment | None = None
    """Now if omitted."""


class VersionRow(BaseModel):
    """Version without its content."""

    slug: PageSlug
    number: int
    status: VersionStatus
    title_en: str
    title_ar: str
    publish_at: datetime | None
    version: int
    updated_by: UUID | None
    updated_at: datetime


class VersionRead(VersionRow, PageContent):
    """Version with its content, for its editor."""


class PageRow(BaseModel):
    """Page in the editors' list, with its public and scheduled versions."""

    slug: PageSlug
    title_en: str
    title_ar: str
    published_at: datetime | None
    scheduled_at: datetime | None
    """Publication time of the next version, if any."""
    has_draft: bool
    versions: int
    updated_at: datetime


class PageList(BaseModel):
    """All pages, in the site's order."""

    data: list[PageRow]
