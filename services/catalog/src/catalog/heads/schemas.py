"""What stands in the head of a page."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel


class Locale(StrEnum):
    """The languages of the site."""

    EN = "en"
    AR = "ar"


@dataclass(frozen=True, slots=True)
class Head:
    """The title and description of a page in one language, and what else is known of it."""

    title: str
    """Empty for the home page, which has the product's name alone."""
    description: str
    image: str | None = None
    """The path of the picture that is shown where the page is shared; none for the product's."""
    data: dict[str, Any] | None = None
    """Of schema.org."""
    indexed: bool = True
    """Whether search engines are to list it."""


class Icon(BaseModel):
    """A picture of the app."""

    src: str
    sizes: str
    type: str


class Manifest(BaseModel):
    """What a browser installs the app by (W3C Web Application Manifest)."""

    name: str
    short_name: str
    description: str
    lang: Locale
    dir: Literal["ltr", "rtl"]
    start_url: str = "/"
    display: str = "standalone"
    background_color: str = "#ffffff"
    theme_color: str = "#047857"
    icons: list[Icon] = [Icon(src="/favicon.svg", sizes="any", type="image/svg+xml")]
