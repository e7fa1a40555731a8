from pydantic import BaseModel


class Spelling(BaseModel):
    """Search with corrected spelling."""

    search: str | None
    """Null if nothing is misspelled, or no word is close enough."""
