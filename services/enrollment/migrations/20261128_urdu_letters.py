"""Searches fold letters of Urdu keyboards like their Arabic counterparts."""

from alembic import op
from kit.database.search import migration as search

revision = "7c2b0100b419"
down_revision = "388d6422246d"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.fold_urdu_letters(op)


def downgrade() -> None:
    """Nothing: code of before searches by this folding as well."""
