"""Requests are given to others by an admin or once their target was missed, and levels that nobody
approves at are known."""

import sqlalchemy as sa
from alembic import op

revision = "e655269487c4"
down_revision = "1c3022053298"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "handovers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("assignee_ids", sa.ARRAY(sa.Uuid()), nullable=False),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["requests.id"],
            name=op.f("fk_handovers_request_id_requests"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handovers")),
    )
    op.create_index(op.f("ix_handovers_request_id"), "handovers", ["request_id"])
    op.create_table(
        "assignees",
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["request_id", "step"],
            ["steps.request_id", "steps.position"],
            name=op.f("fk_assignees_request_id_steps"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("request_id", "step", "user_id", name=op.f("pk_assignees")),
    )
    op.create_index(op.f("ix_assignees_user_id"), "assignees", ["user_id"])
    op.add_column("levels", sa.Column("escalate_after", sa.Integer(), nullable=True))
    op.add_column("levels", sa.Column("escalate_to", sa.Uuid(), nullable=True))
    op.add_column(
        "levels", sa.Column("unattended_since", sa.DateTime(timezone=True), nullable=True)
    )
    op.add_column("requests", sa.Column("escalate_on", sa.Date(), nullable=True))
    op.add_column("steps", sa.Column("escalate_after", sa.Integer(), nullable=True))
    op.add_column("steps", sa.Column("escalate_to", sa.Uuid(), nullable=True))
    op.add_column("steps", sa.Column("handover", sa.String(40), nullable=True))


def downgrade() -> None:
    op.drop_column("steps", "handover")
    op.drop_column("steps", "escalate_to")
    op.drop_column("steps", "escalate_after")
    op.drop_column("requests", "escalate_on")
    op.drop_column("levels", "unattended_since")
    op.drop_column("levels", "escalate_to")
    op.drop_column("levels", "escalate_after")
    op.drop_table("assignees")
    op.drop_table("handovers")
