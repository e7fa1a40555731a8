"""The rows of before that hold letters of Urdu keyboards are folded again."""

from alembic import op
from kit.database.search import migration as search

revision = "97ba778149f2"
down_revision = "93ae1b63d6e7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.refold_urdu_letters(
        op,
        {
            "organizations": "name_ar",
            "users": "name_ar",
        },
    )


def downgrade() -> None:
    """Nothing: the words are those of the same names."""
