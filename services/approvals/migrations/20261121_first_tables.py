"""The first tables."""

import sqlalchemy as sa
from alembic import op
from kit.messaging import migration as messaging

revision = "3a20c6f6445b"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "approvers",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_index("ix_approvers_name", "approvers", ["name_en", "user_id"], unique=False)
    op.create_table(
        "levels",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("content_type", sa.String(length=40), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("rule", sa.String(length=40), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint(
            "content_type",
            "position",
            deferrable=True,
            initially="DEFERRED",
            name="uq_levels_position",
        ),
    )
    op.create_table(
        "requests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("content_type", sa.String(length=40), nullable=False),
        sa.Column("content_id", sa.Uuid(), nullable=False),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("submitted_by", sa.Uuid(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint(
            "content_type", "content_id", "submission", name="uq_requests_submission"
        ),
    )
    op.create_index("ix_requests_newest", "requests", ["submitted_at", "id"], unique=False)
    op.create_index(
        "uq_requests_pending",
        "requests",
        ["content_type", "content_id"],
        unique=True,
        postgresql_where=sa.text("status = 'pending'"),
    )
    op.create_table(
        "decisions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("verdict", sa.String(length=40), nullable=False),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["request_id"], ["requests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("request_id", "step", "user_id", name="uq_decisions_user"),
    )
    op.create_table(
        "level_approvers",
        sa.Column("level_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["level_id"], ["levels.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("level_id", "user_id"),
    )
    op.create_index(
        op.f("ix_level_approvers_user_id"), "level_approvers", ["user_id"], unique=False
    )
    op.create_table(
        "steps",
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("level_id", sa.Uuid(), nullable=True),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("rule", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["level_id"], ["levels.id"], ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["request_id"], ["requests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("request_id", "position"),
    )
    op.create_index(op.f("ix_steps_level_id"), "steps", ["level_id"], unique=False)
    messaging.upgrade(op)


def downgrade() -> None:
    messaging.downgrade(op)
    op.drop_index(op.f("ix_steps_level_id"), table_name="steps")
    op.drop_table("steps")
    op.drop_index(op.f("ix_level_approvers_user_id"), table_name="level_approvers")
    op.drop_table("level_approvers")
    op.drop_table("decisions")
    op.drop_index(
        "uq_requests_pending", table_name="requests", postgresql_where=sa.text("status = 'pending'")
    )
    op.drop_index("ix_requests_newest", table_name="requests")
    op.drop_table("requests")
    op.drop_table("levels")
    op.drop_index("ix_approvers_name", table_name="approvers")
    op.drop_table("approvers")
