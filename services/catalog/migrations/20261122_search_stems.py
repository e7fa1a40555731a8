"""Words are searched by their stems, and typing errors are measured."""

from alembic import op

revision = "e93c5b1f7a04"
down_revision = "b81f6a3c2d90"
branch_labels = None
depends_on = None

# The suffixes of Arabic are those of the stemmer "light10" (Larkey, Ballesteros, Connell: Light
# Stemming for Arabic Information Retrieval, 2007) in the letters of `search_fold`; Snowball's, which
# PostgreSQL has, leaves "مستودعات" beside "مستودع". Its English is Snowball's as long as the word
# begins with it and five letters say something; else an s is taken away. What is searched is a part
# of a word, so a stem finds all that grows from it.
STEM = r"""
CREATE FUNCTION search_stem(word text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE
  WHEN search_fold(word) ~ '[ء-ي]'
    THEN regexp_replace(search_fold(word), '(?<=[ء-ي]{3})(ها|ان|ات|ون|ين|يه|ه|ي)$', '')
  WHEN starts_with(search_fold(word), rtrim((ts_lexize('english_stem', search_fold(word)))[1], 'i'))
    AND length(rtrim((ts_lexize('english_stem', search_fold(word)))[1], 'i')) >= 5
    THEN rtrim((ts_lexize('english_stem', search_fold(word)))[1], 'i')
  ELSE regexp_replace(search_fold(word), '(?<=[a-z]{3})s$', '')
END
"""


def upgrade() -> None:
    op.execute(STEM)
    # Trusted, as the other extensions of searching: a database's owner may create it.
    op.execute("CREATE EXTENSION IF NOT EXISTS fuzzystrmatch WITH SCHEMA public")


def downgrade() -> None:
    op.execute("DROP FUNCTION search_stem(text)")
