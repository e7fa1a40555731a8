"""The rows of before that hold letters of Urdu keyboards are folded again."""

from alembic import op
from kit.database.search import migration as search

revision = "bcb86b701ed1"
down_revision = "bfa994a3cc89"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.refold_urdu_letters(
        op,
        {
            "contacts": "name_ar",
            "group_messages": "subject_ar",
            "inquiries": "name",
        },
    )


def downgrade() -> None:
    """Nothing: the words are those of the same names."""
