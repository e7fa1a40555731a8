"""Searches fold letters of Urdu keyboards like their Arabic counterparts."""

from alembic import op
from kit.database.search import migration as search

revision = "76b933278e21"
down_revision = "8123c38d4a68"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.fold_urdu_letters(op)


def downgrade() -> None:
    """Nothing: code of before searches by this folding as well."""
