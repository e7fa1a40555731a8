"""Types of input fields that several schemas share."""

from typing import Annotated, Literal

from kit.fields import PlainText
from pydantic import StringConstraints

Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=150), PlainText
]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)]
"""A line that may be empty."""
Paragraph = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=600)]
LongText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=8000)]
Code = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{1,29}$"
    ),
]
"""What people call a thing by, such as `WHS-101-3`."""
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Currency = Literal["SAR"]
"""The one currency that the platform's payment provider account takes."""
