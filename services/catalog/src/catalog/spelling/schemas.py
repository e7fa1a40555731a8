"""What goes out of the endpoint of spellings."""

from pydantic import BaseModel


class Spelling(BaseModel):
    """A search with its typing errors mended."""

    search: str | None
    """None when nothing is misspelled, or nothing is near enough to be meant."""
