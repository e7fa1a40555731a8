"""What goes in and out of the endpoints of content pages: blocks of few kinds, each bilingual."""

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
"""A page of the site (`/faq`), another site, or a way to reach somebody."""


class VersionStatus(StrEnum):
    """`draft → scheduled → published → replaced`; a draft can be published at once."""

    DRAFT = "draft"
    SCHEDULED = "scheduled"
    PUBLISHED = "published"
    REPLACED = "replaced"


class HeadingBlock(InputModel):
    """A heading; what follows it belongs to it."""

    kind: Literal["heading"]
    text_en: Title
    text_ar: Title


class TextBlock(InputModel):
    """Paragraphs and lists, as safe HTML."""

    kind: Literal["text"]
    html_en: RichText
    html_ar: RichText


class Question(InputModel):
    """A question and its answer, as safe HTML."""

    question_en: Title
    question_ar: Title
    answer_en: RichText
    answer_ar: RichText


class QuestionsBlock(InputModel):
    """Questions that open onto their answers."""

    kind: Literal["questions"]
    questions: Annotated[list[Question], Field(min_length=1, max_length=60)]


class PageLink(InputModel):
    """A link, and what one finds there."""

    label_en: Title
    label_ar: Title
    text_en: Line = ""
    text_ar: Line = ""
    address: Address


class LinksBlock(InputModel):
    """Links as cards."""

    kind: Literal["links"]
    links: Annotated[list[PageLink], Field(min_length=1, max_length=30)]


class Step(InputModel):
    """One of several steps."""

    title_en: Title
    title_ar: Title
    text_en: Line = ""
    text_ar: Line = ""


class StepsBlock(InputModel):
    """Numbered steps, in their order."""

    kind: Literal["steps"]
    steps: Annotated[list[Step], Field(min_length=1, max_length=20)]


class Standard(InputModel):
    """An occupation and what it asks for."""

    code: Code = ""
    """Of the official standard, where there is one."""
    title_en: Title
    title_ar: Title
    level: TrainingLevel
    search: Name
    """The words by which the catalogue finds the trainings for it."""


class StandardsBlock(InputModel):
    """The occupational standards of a sector."""

    kind: Literal["standards"]
    sector_en: Title
    sector_ar: Title
    standards: Annotated[list[Standard], Field(min_length=1, max_length=100)]


Block = Annotated[
    HeadingBlock | TextBlock | QuestionsBlock | LinksBlock | StepsBlock | StandardsBlock,
    Field(discriminator="kind"),
]


class PageContent(BaseModel):
    """What a version of a page says."""

    title_en: Title
    title_ar: Title
    summary_en: Line
    summary_ar: Line
    blocks: Annotated[list[Block], Field(max_length=80)]


class PageRead(PageContent):
    """A page as the public reads it."""

    slug: PageSlug
    number: int
    """Of the version, which whoever accepts the terms accepts."""
    published_at: datetime


class DraftUpdate(InputModel, PageContent):
    """A page's draft; it is made when there is none."""

    version: Annotated[int, Field(ge=0)]
    """Of the draft that the editor read, or 0 when there was none."""


class PublishRequest(InputModel):
    """From when on the draft is the public version."""

    version: int
    """Of the draft that the editor read."""
    publish_at: Moment | None = None
    """Now when it is left out."""


class VersionRow(BaseModel):
    """A version without what it says."""

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
    """A version with what it says, for its editor."""


class PageRow(BaseModel):
    """A page in the list of its editors: its public version, and what may come after."""

    slug: PageSlug
    title_en: str
    title_ar: str
    published_at: datetime | None
    scheduled_at: datetime | None
    """When the next version becomes public, if one is to."""
    has_draft: bool
    versions: int
    updated_at: datetime


class PageList(BaseModel):
    """All pages, in the order of the site."""

    data: list[PageRow]
