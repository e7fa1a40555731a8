"""Profiles of before hold what lists ask of their users."""

from alembic import op

revision = "e17c4a80f2d9"
down_revision = "5b0e93d7c164"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # By itself: the migration before keeps others from the tables until it ends.
    op.execute(
        "UPDATE profiles SET search = users.search,"
        " listed_at = CASE WHEN NOT users.decoy THEN users.created_at END"
        " FROM users WHERE users.id = profiles.user_id AND profiles.search IS NULL"
    )


def downgrade() -> None:
    pass
