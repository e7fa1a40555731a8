"""Who decides for an approver who is away, and for whom a decision was made."""

import sqlalchemy as sa
from alembic import op

revision = "1c3022053298"
down_revision = "e1d7b90c4a36"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "delegations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("delegate_id", sa.Uuid(), nullable=False),
        sa.Column(
            "content_types",
            sa.ARRAY(sa.String(length=40)),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("first_day <= last_day", name=op.f("ck_delegations_days")),
        sa.CheckConstraint("user_id <> delegate_id", name=op.f("ck_delegations_other")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delegations")),
    )
    op.create_index("ix_delegations_delegate_id", "delegations", ["delegate_id", "last_day"])
    op.create_index("ix_delegations_user_id", "delegations", ["user_id", "last_day"])
    op.add_column("decisions", sa.Column("approver_id", sa.Uuid(), nullable=True))
    op.execute("UPDATE decisions SET approver_id = user_id")
    op.alter_column("decisions", "approver_id", nullable=False)
    op.drop_constraint("uq_decisions_user", "decisions")
    op.create_unique_constraint(
        "uq_decisions_approver", "decisions", ["request_id", "step", "approver_id"]
    )


def downgrade() -> None:
    op.drop_constraint("uq_decisions_approver", "decisions")
    op.create_unique_constraint("uq_decisions_user", "decisions", ["request_id", "step", "user_id"])
    op.drop_column("decisions", "approver_id")
    op.drop_table("delegations")
