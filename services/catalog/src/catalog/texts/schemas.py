from typing import Annotated, Literal

from kit.domain.fields import CODE, KeepsDirection, PlainText
from pydantic import Field, StringConstraints

Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=150), PlainText
]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), KeepsDirection]
"""Optional single line."""
Paragraph = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=600), KeepsDirection
]
Summary = Annotated[str, StringConstraints(strip_whitespace=True, max_length=600), KeepsDirection]
"""Optional paragraph."""
Code = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{1,29}$"
    ),
    CODE,
]
"""Human-readable code, such as `WHS-101-3`."""
StandardCode = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, to_upper=True, pattern=r"^([A-Za-z0-9][A-Za-z0-9.-]{1,29})?$"
    ),
    CODE,
]
"""Code of an occupational standard; empty for none."""
SLUG_LENGTH = 80
Slug = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=SLUG_LENGTH), CODE
]
Price = Annotated[int, Field(ge=0, le=100_000_000)]
"""Minor units; 0 is free."""
Currency = Literal["SAR"]
"""The only currency accepted by the payment provider's account."""
