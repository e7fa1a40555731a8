"""Searches fold letters of Urdu keyboards like their Arabic counterparts."""

from alembic import op
from kit.database.search import migration as search

revision = "93ae1b63d6e7"
down_revision = "5d0c7e91b3a8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.fold_urdu_letters(op)


def downgrade() -> None:
    """Nothing: code of before searches by this folding as well."""
