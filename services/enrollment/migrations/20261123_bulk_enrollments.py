"""Bulk enrollments, their rows, and the columns of an organization's files."""

import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "2c6c086cf58d"
down_revision = "b7a40c6de915"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bulk_enrollments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=True),
        sa.Column(
            "status",
            sa.Enum(
                "mapping",
                "checking",
                "checked",
                "processing",
                "awaiting_payment",
                "finished",
                "cancelled",
                "expired",
                name=op.f("ck_bulk_enrollments_status_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("profile_id", sa.Uuid(), nullable=True),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("file_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("locale", sqlmodel.sql.sqltypes.AutoString(length=2), nullable=False),
        sa.Column("headings", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("mapping", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("row_count", sa.Integer(), nullable=False),
        sa.Column("valid", sa.Integer(), nullable=False),
        sa.Column("invalid", sa.Integer(), nullable=False),
        sa.Column("confirmed", sa.Integer(), nullable=False),
        sa.Column("registration", sa.String(length=24), nullable=False),
        sa.Column("purchase_order", sqlmodel.sql.sqltypes.AutoString(length=60), nullable=True),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sqlmodel.sql.sqltypes.AutoString(length=3), nullable=False),
        sa.Column("payment_due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("charge_id", sa.Uuid(), nullable=True),
        sa.Column("idempotency_key", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=True),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("confirmed_by", sa.Uuid(), nullable=True),
        sa.Column("confirmed_profile_id", sa.Uuid(), nullable=True),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("worked_at", sa.DateTime(timezone=True), nullable=True),
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
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulk_enrollments")),
    )
    op.create_index(
        "ix_bulk_enrollments_created", "bulk_enrollments", ["created_at", "id"], unique=False
    )
    op.create_index(
        "ix_bulk_enrollments_organization",
        "bulk_enrollments",
        ["organization_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_bulk_enrollments_status", "bulk_enrollments", ["status", "worked_at"], unique=False
    )
    op.create_index(
        "uq_bulk_enrollments_key",
        "bulk_enrollments",
        ["organization_id", "idempotency_key"],
        unique=True,
        postgresql_where="idempotency_key IS NOT NULL",
    )
    op.create_table(
        "bulk_mappings",
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("headings_hash", sa.LargeBinary(), nullable=False),
        sa.Column("mapping", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("organization_id", "headings_hash", name=op.f("pk_bulk_mappings")),
    )
    op.create_table(
        "bulk_rows",
        sa.Column("bulk_enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("cells", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "unchecked",
                "matching",
                "invalid",
                "decide",
                "valid",
                "skipped",
                "enrolled",
                "waitlisted",
                "failed",
                name=op.f("ck_bulk_rows_state_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("cell_errors", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("errors", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("person_key", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("id_number", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("country", sqlmodel.sql.sqltypes.AutoString(length=2), nullable=True),
        sa.Column("name_en", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("name_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("phone", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("locale", sqlmodel.sql.sqltypes.AutoString(length=2), nullable=True),
        sa.Column("batch_id", sa.Uuid(), nullable=True),
        sa.Column("match", sa.String(length=24), nullable=True),
        sa.Column("shown_name_en", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("shown_name_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("registration_due", sa.Boolean(), nullable=False),
        sa.Column("use_person", sa.Boolean(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("portion", sa.Uuid(), nullable=True),
        sa.Column("admitted", sa.Boolean(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=True),
        sa.PrimaryKeyConstraint("bulk_enrollment_id", "number", name=op.f("pk_bulk_rows")),
    )
    op.create_index("ix_bulk_rows_user", "bulk_rows", ["user_id"], unique=False)
    op.create_index("ix_bulk_rows_enrollment", "bulk_rows", ["enrollment_id"], unique=False)
    op.create_index(
        "ix_bulk_rows_state", "bulk_rows", ["bulk_enrollment_id", "state", "number"], unique=False
    )


def downgrade() -> None:
    op.drop_index("ix_bulk_rows_user", table_name="bulk_rows")
    op.drop_index("ix_bulk_rows_state", table_name="bulk_rows")
    op.drop_index("ix_bulk_rows_enrollment", table_name="bulk_rows")
    op.drop_table("bulk_rows")
    op.drop_table("bulk_mappings")
    op.drop_index(
        "uq_bulk_enrollments_key",
        table_name="bulk_enrollments",
        postgresql_where="idempotency_key IS NOT NULL",
    )
    op.drop_index("ix_bulk_enrollments_status", table_name="bulk_enrollments")
    op.drop_index("ix_bulk_enrollments_organization", table_name="bulk_enrollments")
    op.drop_index("ix_bulk_enrollments_created", table_name="bulk_enrollments")
    op.drop_table("bulk_enrollments")
