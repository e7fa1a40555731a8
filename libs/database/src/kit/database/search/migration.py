"""The functions of searching, for a service's migrations."""

from alembic.operations import Operations

# Comparable text: lower case, without accents; the forms of an Arabic letter that people type for
# one another (alef, ya, ta marbuta, hamza on its seats, Persian and Urdu ya, kaf and ha) made one,
# and Arabic digits those of Europe; vowel signs, the elongation stroke, a lone hamza, apostrophes
# and marks of direction left out. NFKC undoes the composed and presentation forms of pasted text.
# It is immutable because its dictionary is named in full, which generated columns ask for.
_FOLD = r"""
CREATE OR REPLACE FUNCTION search_fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(
  lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC))),
  'أإآٱىیةؤئک' || 'ےۓہۂھۃەۀ' || '٠١٢٣٤٥٦٧٨٩' || '۰۱۲۳۴۵۶۷۸۹'
    || 'ءـًٌٍَُِّْ' || U&'\0653\0654\0655\0670' || '''’‘ʿʾ`'
    || U&'\200B\200C\200D\200E\200F\061C\FEFF',
  'اااا' || 'يي' || 'ه' || 'ويك' || 'يي' || 'هههههه' || '0123456789' || '0123456789'
)
"""
_PATTERN = r"""
CREATE OR REPLACE FUNCTION search_pattern(word text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN '%' || regexp_replace(search_fold(word), '([\\%_])', '\\\1', 'g') || '%'
"""


def upgrade(op: Operations) -> None:
    """Make the functions, before the tables that search by them. Call it with alembic's `op`.

    A folding that changes needs a migration that writes the generated columns anew.
    """
    # Both are trusted extensions: a database's owner may create them.
    op.execute("CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public")
    op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public")
    op.execute(_FOLD)
    op.execute(_PATTERN)
