"""The rows of before that hold letters of Urdu keyboards are folded again."""

from alembic import op
from kit.database.search import migration as search

revision = "324ae757ef06"
down_revision = "d1eff961784c"
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.refold_urdu_letters(
        op,
        {
            "categories": "name_ar",
            "countries": "name_ar",
            "states": "name_ar",
            "cities": "name_ar",
            "organizations": "name_ar",
            "trainers": "name_ar",
            "trainings": "title_ar",
            "announcements": "title_ar",
        },
    )


def downgrade() -> None:
    """Nothing: the words are those of the same names."""
