"""The words by which contacts are found are stored, and not folded anew for each search."""

import sqlalchemy as sa
from alembic import op

revision = "c6a20f5d9b83"
down_revision = "7b2f60c9d4e1"
branch_labels = None
depends_on = None
# squawk-ignore adding-field-with-default: 50,000 short rows are written anew in two seconds, for which mails wait

WORDS = "search_fold(name_en || ' ' || name_ar || ' ' || email || ' ' || phone)"


def upgrade() -> None:
    op.add_column(
        "contacts",
        sa.Column("search", sa.Text(), sa.Computed(WORDS, persisted=True), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("contacts", "search")
