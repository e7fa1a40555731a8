"""Searches fold letters of Urdu keyboards like their Arabic counterparts."""

from alembic import op
from kit.database.search import migration as search

revision = "d1eff961784c"
down_revision = "49b8e82d2888"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.fold_urdu_letters(op)


def downgrade() -> None:
    """Nothing: code of before searches by this folding as well."""
