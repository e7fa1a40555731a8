"""Certificates that were asked for, and whether an organization's have to be approved."""

import sqlalchemy as sa
from alembic import op

revision = "64e9592d4851"
down_revision = "eeda198bd188"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "certificate_policies",
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("needs_approval", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("organization_id", name=op.f("pk_certificate_policies")),
    )
    op.create_table(
        "certificate_requests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "waiting",
                "approved",
                "rejected",
                name=op.f("ck_certificate_requests_status_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("asked_by", sa.Uuid(), nullable=False),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "(status = 'rejected') = (reason IS NOT NULL)",
            name=op.f("ck_certificate_requests_reason_given"),
        ),
        sa.CheckConstraint(
            "(status = 'waiting') = (decided_at IS NULL)",
            name=op.f("ck_certificate_requests_decided_at_known"),
        ),
        sa.ForeignKeyConstraint(
            ["enrollment_id"],
            ["enrollments.id"],
            name=op.f("fk_certificate_requests_enrollment_id_enrollments"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_certificate_requests")),
    )
    op.create_index(
        "ix_certificate_requests_batch",
        "certificate_requests",
        ["batch_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_certificate_requests_created",
        "certificate_requests",
        ["created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_certificate_requests_enrollment",
        "certificate_requests",
        ["enrollment_id"],
        unique=False,
    )
    op.create_index(
        "ix_certificate_requests_organization",
        "certificate_requests",
        ["organization_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "uq_certificate_requests_waiting",
        "certificate_requests",
        ["enrollment_id"],
        unique=True,
        postgresql_where="status = 'waiting'",
    )


def downgrade() -> None:
    op.drop_index(
        "uq_certificate_requests_waiting",
        table_name="certificate_requests",
        postgresql_where="status = 'waiting'",
    )
    op.drop_index("ix_certificate_requests_organization", table_name="certificate_requests")
    op.drop_index("ix_certificate_requests_enrollment", table_name="certificate_requests")
    op.drop_index("ix_certificate_requests_created", table_name="certificate_requests")
    op.drop_index("ix_certificate_requests_batch", table_name="certificate_requests")
    op.drop_table("certificate_requests")
    op.drop_table("certificate_policies")
