"""The rows of before that hold letters of Urdu keyboards are folded again."""

from alembic import op
from kit.database.search import migration as search

revision = "965cab0f6a41"
down_revision = "76b933278e21"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.refold_urdu_letters(
        op,
        {
            "approvers": "name_ar",
            "requests": "name_ar",
        },
    )


def downgrade() -> None:
    """Nothing: the words are those of the same names."""
