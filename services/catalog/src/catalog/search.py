"""Searching names and titles in both languages.

Searched columns hold text that `search_fold`, our database function, has made comparable; the
words are folded by the same function, and found anywhere in the text by its trigram index.
"""

MAX_WORDS = 6


def words_of(text: str | None) -> list[str]:
    """The first words of what was typed, each to be found; what LIKE would take for a pattern is
    meant as it stands."""
    return [
        word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        for word in (text or "").split()[:MAX_WORDS]
    ]
