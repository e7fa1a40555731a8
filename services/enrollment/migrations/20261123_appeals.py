"""Appeals of candidates against their results."""

import sqlalchemy as sa
from alembic import op

revision = "6f0e3b025636"
down_revision = "e7cece5e990d"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "appeals",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "open",
                "upheld",
                "changed",
                "withdrawn",
                name=op.f("ck_appeals_status_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column(
            "result",
            sa.Enum(
                "passed",
                "failed",
                "absent",
                name=op.f("ck_appeals_result_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column(
            "new_result",
            sa.Enum(
                "passed",
                "failed",
                "absent",
                name=op.f("ck_appeals_new_result_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=True,
        ),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["enrollment_id"], ["enrollments.id"], name=op.f("fk_appeals_enrollment_id_enrollments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_appeals")),
        sa.UniqueConstraint("enrollment_id", name=op.f("uq_appeals_enrollment_id")),
    )
    op.create_index(op.f("ix_appeals_batch_id"), "appeals", ["batch_id"], unique=False)
    op.create_index("ix_appeals_created", "appeals", ["created_at", "id"], unique=False)
    op.create_index(
        "ix_appeals_organization",
        "appeals",
        ["organization_id", "status", "created_at", "id"],
        unique=False,
    )


def downgrade() -> None:
    op.drop_index("ix_appeals_organization", table_name="appeals")
    op.drop_index("ix_appeals_created", table_name="appeals")
    op.drop_index(op.f("ix_appeals_batch_id"), table_name="appeals")
    op.drop_table("appeals")
