"""Find the nearest words among the catalogue's names."""

from kit.database.db import AsyncSession
from kit.database.search import split_words
from sqlalchemy import text

CITY_SPELLINGS = {
    "Riyadh": ("ar-riyadh", "riyad"),
    "Makkah": ("mecca", "mekka"),
    "Jeddah": ("jidda", "jiddah", "jedda"),
    "Taif": ("at-taif", "tayef"),
    "Madinah": ("medina", "al-madinah"),
    "Dammam": ("ad-dammam", "damman"),
    "Khobar": ("al-khobar", "alkhobar"),
    "Jubail": ("al-jubail", "jubayl"),
    "Hofuf (Al Ahsa)": ("al-hofuf", "al-hasa"),
}
"""Other spellings of cities in our table, by their English names."""
ALIASES = {other: city for city, others in CITY_SPELLINGS.items() for other in others}

# All public names are split into words for each search without results, and the response is cached.
# Names share words, so the expensive part runs once per distinct word. Words are compared without
# their article, as a whole and by prefix, which ignores endings. One edit is allowed, two from six
# letters on.
_NEAREST = text(r"""
WITH names AS (
  SELECT training.title_en || ' ' || training.title_ar AS name
  FROM trainings training JOIN organizations ON organizations.id = training.organization_id
  WHERE training.status = 'published' AND organizations.status = 'approved'
    AND NOT organizations.suspended
  UNION ALL
  SELECT name_en || ' ' || name_ar FROM organizations
  WHERE status = 'approved' AND NOT suspended
  UNION ALL
  SELECT name_en || ' ' || name_ar FROM categories WHERE active
  UNION ALL
  SELECT name_en || ' ' || name_ar FROM cities WHERE EXISTS (
    SELECT FROM batches WHERE city_id = cities.id AND status = 'published' AND ends_at > now())
), parts AS (
  SELECT part, count(*) AS times
  FROM names, string_to_table(translate(name, :separators, :spaces), ' ') AS part
  WHERE length(part) >= 3
  GROUP BY part
), words AS MATERIALIZED (
  SELECT written, search_fold(written) AS folded, sum(times) AS times
  FROM parts, regexp_replace(part, '^([وفبك]?ال|لل)(?=.{3})', '') AS written
  WHERE length(written) <= 50
  GROUP BY written
), asked AS MATERIALIZED (
  SELECT place, typed, search_stem(typed) AS stem,
    regexp_replace(search_fold(typed), '[-_/.]', '', 'g') AS word
  FROM unnest(CAST(:words AS text[])) WITH ORDINALITY AS typed(typed, place)
)
SELECT coalesce(nearest.written, typed)
FROM asked LEFT JOIN LATERAL (
  SELECT CASE WHEN is_in THEN typed ELSE written END AS written
  FROM words, LATERAL (SELECT strpos(folded, stem) > 0 AS is_in) AS found,
    LATERAL (SELECT CASE WHEN is_in THEN 0 ELSE least(
    levenshtein_less_equal(word, folded, 3),
    levenshtein_less_equal(word, left(folded, length(word)), 3),
    levenshtein_less_equal(word, left(folded, length(word) + 1), 3)
  ) END AS distance) AS far
  WHERE distance <= CASE WHEN length(word) < 6 THEN 1 ELSE 2 END
  ORDER BY distance, abs(length(folded) - length(word)), times DESC, written
  LIMIT 1
) AS nearest ON length(word) BETWEEN 4 AND 50
ORDER BY place
""")
_SEPARATORS = "\t\n\r\u00a0/،,.:;()&–—-"
_SEPARATED = {"separators": _SEPARATORS, "spaces": " " * len(_SEPARATORS)}


async def get_spelling(session: AsyncSession, search: str) -> str | None:
    """Return the search with corrected words, or None if there are none."""
    typed = split_words(search)
    words = [ALIASES.get(word.lower(), word) for word in typed]
    meant = list(await session.scalars(_NEAREST, {"words": words, **_SEPARATED}))
    return " ".join(meant) if meant != typed else None
