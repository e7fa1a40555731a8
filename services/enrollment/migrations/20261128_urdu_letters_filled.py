"""The rows of before that hold letters of Urdu keyboards are folded again."""

from alembic import op
from kit.database.search import migration as search

revision = "0a727c823e51"
down_revision = "7c2b0100b419"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.refold_urdu_letters(
        op,
        {
            "organizations": "name_ar",
            "profiles": "name_ar",
            "staff_profiles": "name_ar",
            "certificates": "holder_name_ar",
        },
    )


def downgrade() -> None:
    """Nothing: the words are those of the same names."""
