"""People choose what they hear of."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "33bbb3f0d821"
down_revision = "a1c5f7e20b94"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("muted", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("quiet_from", sa.Time(), nullable=True),
        sa.Column("quiet_until", sa.Time(), nullable=True),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "(quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until",
            name=op.f("ck_preferences_quiet_hours"),
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_preferences")),
    )


def downgrade() -> None:
    op.drop_table("preferences")
