"""Searching names and titles in both languages.

Searched columns hold text that `search_fold`, our database function, has made comparable.
`search_pattern` makes a LIKE pattern of a word by the same folding: the word is found anywhere
in the text, by its trigram index.
"""

import re

from sqlalchemy import ColumnElement, func
from sqlalchemy.orm import Mapped

MAX_WORDS = 6
# With its article, and perhaps a particle before that, a word would not be found where the text
# has it without. What is left must be long enough to mean something.
_ARTICLE = re.compile("^(?:[وفبك]?ال|لل)(?=[ء-ي]{3})")


def words_of(text: str | None) -> list[str]:
    """The first words of what was typed, each to be found; Arabic ones without the article."""
    return [_ARTICLE.sub("", word) for word in (text or "").split()[:MAX_WORDS]]


def contains(search: Mapped[str], word: str) -> ColumnElement[bool]:
    """The condition that the word is found in a search column."""
    return search.like(func.search_pattern(word))
