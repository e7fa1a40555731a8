from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel


class Locale(StrEnum):
    """Languages of the site."""

    EN = "en"
    AR = "ar"


@dataclass(frozen=True, slots=True)
class Head:
    """Title, description and further metadata of a page in one language."""

    title: str
    """Empty for the home page, which shows only the product's name."""
    description: str
    image: str | None = None
    """Path of the sharing picture; None for the product's."""
    data: dict[str, Any] | None = None
    """Structured data of schema.org."""
    indexed: bool = True
    """False if search engines must not index it."""


class Icon(BaseModel):
    """Icon of the app."""

    src: str
    sizes: str
    type: str


class Manifest(BaseModel):
    """W3C Web Application Manifest."""

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
