"""Second factors, recovery codes, ceremonies, and the policy of signing in."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "a7d40c9e61b8"
down_revision = "b5d17c2e9a40"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("second_factor_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "second_factors",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("last_step", sa.Integer(), nullable=True),
        sa.Column(
            "created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_second_factors_user_id_users"),
        sa.PrimaryKeyConstraint("user_id", name="pk_second_factors"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_recovery_codes_user_id_users"),
        sa.PrimaryKeyConstraint("hash", name="pk_recovery_codes"),
    )
    op.create_index("ix_recovery_codes_user_id", "recovery_codes", ["user_id"])
    op.create_table(
        "ceremonies",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("purpose", sa.String(length=30), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("data", postgresql.JSONB(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_ceremonies_user_id_users"),
        sa.PrimaryKeyConstraint("hash", name="pk_ceremonies"),
    )
    op.create_index("ix_ceremonies_expires_at", "ceremonies", ["expires_at"])
    op.create_index("ix_ceremonies_user_id", "ceremonies", ["user_id"])
    op.create_table(
        "sign_in_policies",
        sa.Column("scope", sa.String(length=20), nullable=False),
        sa.Column("admins_need_second_factor", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("scope", name="pk_sign_in_policies"),
    )


def downgrade() -> None:
    for table in ("sign_in_policies", "ceremonies", "recovery_codes", "second_factors"):
        op.drop_table(table)
    op.drop_column("users", "second_factor_at")
