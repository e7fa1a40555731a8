"""The rows of before that hold letters of Urdu keyboards are folded again."""

from alembic import op
from kit.database.search import migration as search

revision = "1780b8605ac3"
down_revision = "4e8189f5c571"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.refold_urdu_letters(
        op,
        {
            "payers": "name_ar",
        },
    )


def downgrade() -> None:
    """Nothing: the words are those of the same names."""
