"""Types of input fields that several schemas share."""

from typing import Annotated, Literal

import nh3
from kit.fields import PlainText
from pydantic import AfterValidator, StringConstraints

TAGS = {"p", "br", "strong", "em", "u", "s", "a", "ul", "ol", "li", "h3", "h4", "blockquote"}
"""What the editor of formatted text can write."""


def _clean(html: str) -> str:
    return nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"https", "mailto", "tel"},
        link_rel="noopener noreferrer",
    )


Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=150), PlainText
]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)]
"""A line that may be empty."""
Paragraph = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=600)]
LongText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=8000)]
RichText = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=20_000), AfterValidator(_clean)
]
"""Formatted text: HTML of which only what the editor can write is kept, without scripts, styles
and addresses that run something. It may be shown as it is."""
Code = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{1,29}$"
    ),
]
"""What people call a thing by, such as `WHS-101-3`."""
SLUG_LENGTH = 80
Slug = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=SLUG_LENGTH)
]
Currency = Literal["SAR"]
"""The one currency that the platform's payment provider account takes."""
