"""Searches fold letters of Urdu keyboards like their Arabic counterparts."""

from alembic import op
from kit.database.search import migration as search

revision = "4e8189f5c571"
down_revision = "005f8aebc172"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.fold_urdu_letters(op)


def downgrade() -> None:
    """Nothing: code of before searches by this folding as well."""
