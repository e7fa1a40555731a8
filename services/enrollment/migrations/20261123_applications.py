"""Applications of organizations to announcements, and the copies that they are made by."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "3d2a76a5e006"
down_revision = "64e9592d4851"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "announcements",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("fee_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("staff_needed", sa.Integer(), nullable=False),
        sa.Column("opens_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
    )
    op.create_index(
        op.f("ix_announcements_closes_at"), "announcements", ["closes_at"], unique=False
    )
    op.create_table(
        "applications",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("announcement_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "draft",
                "pending_payment",
                "submitted",
                "returned",
                "approved",
                "rejected",
                "withdrawn",
                "expired",
                name=op.f("ck_applications_status_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("fee_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("paid_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("submitted_by", sa.Uuid(), nullable=True),
        sa.Column("submitted_profile_id", sa.Uuid(), nullable=True),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column(
            "remarks",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
        sa.Column("shortlisted", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
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
        sa.CheckConstraint(
            "rating BETWEEN 0 AND 100", name=op.f("ck_applications_rating_in_range")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_applications")),
    )
    op.create_index(
        "ix_applications_organization",
        "applications",
        ["organization_id", "updated_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_applications_rating", "applications", ["announcement_id", "rating", "id"], unique=False
    )
    op.create_index(
        "ix_applications_unsubmitted",
        "applications",
        ["announcement_id"],
        unique=False,
        postgresql_where="status IN ('draft', 'pending_payment', 'returned')",
    )
    op.create_index("ix_applications_updated", "applications", ["updated_at", "id"], unique=False)
    op.create_index(
        "uq_applications_organization",
        "applications",
        ["announcement_id", "organization_id"],
        unique=True,
        postgresql_where="status NOT IN ('withdrawn', 'expired')",
    )
    op.create_table(
        "staff_profiles",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=True),
        sa.Column("approval_status", sa.String(length=24), nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(email || ' ' || name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_profiles")),
    )
    op.create_index(
        op.f("ix_staff_profiles_organization_id"),
        "staff_profiles",
        ["organization_id"],
        unique=False,
    )
    op.create_index(
        "ix_staff_profiles_search",
        "staff_profiles",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_table(
        "application_members",
        sa.Column("application_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("announcement_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["applications.id"],
            name=op.f("fk_application_members_application_id_applications"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "application_id", "profile_id", name=op.f("pk_application_members")
        ),
    )
    op.create_index("ix_application_members_user", "application_members", ["user_id"], unique=False)
    op.create_index(
        "uq_application_members_person",
        "application_members",
        ["announcement_id", "user_id"],
        unique=True,
        postgresql_where="held",
    )


def downgrade() -> None:
    op.drop_index(
        "uq_application_members_person", table_name="application_members", postgresql_where="held"
    )
    op.drop_index("ix_application_members_user", table_name="application_members")
    op.drop_table("application_members")
    op.drop_index(
        "ix_staff_profiles_search",
        table_name="staff_profiles",
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.drop_index(op.f("ix_staff_profiles_organization_id"), table_name="staff_profiles")
    op.drop_table("staff_profiles")
    op.drop_index(
        "uq_applications_organization",
        table_name="applications",
        postgresql_where="status NOT IN ('withdrawn', 'expired')",
    )
    op.drop_index("ix_applications_updated", table_name="applications")
    op.drop_index(
        "ix_applications_unsubmitted",
        table_name="applications",
        postgresql_where="status IN ('draft', 'pending_payment', 'returned')",
    )
    op.drop_index("ix_applications_rating", table_name="applications")
    op.drop_index("ix_applications_organization", table_name="applications")
    op.drop_table("applications")
    op.drop_index(op.f("ix_announcements_closes_at"), table_name="announcements")
    op.drop_table("announcements")
