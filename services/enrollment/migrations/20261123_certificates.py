"""Certificates, and how long those of a training are valid."""

import sqlalchemy as sa
from alembic import op

revision = "2603faf0f178"
down_revision = "4dcbde02f2d5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "certificates",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_profile_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_user_id", sa.Uuid(), nullable=False),
        sa.Column("holder_name_en", sa.String(), nullable=False),
        sa.Column("holder_name_ar", sa.String(), nullable=False),
        sa.Column("training_title_en", sa.String(), nullable=False),
        sa.Column("training_title_ar", sa.String(), nullable=False),
        sa.Column("organization_name_en", sa.String(), nullable=False),
        sa.Column("organization_name_ar", sa.String(), nullable=False),
        sa.Column("batch_code", sa.String(), nullable=False),
        sa.Column("started_on", sa.Date(), nullable=False),
        sa.Column("ended_on", sa.Date(), nullable=False),
        sa.Column("score_percent", sa.Integer(), nullable=True),
        sa.Column(
            "status",
            sa.Enum(
                "issued",
                "superseded",
                "revoked",
                name=op.f("ck_certificates_status_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("issued_on", sa.Date(), nullable=False),
        sa.Column("expires_on", sa.Date(), nullable=True),
        sa.Column("supersedes_id", sa.Uuid(), nullable=True),
        sa.Column("superseded_by_id", sa.Uuid(), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "revoked_kind",
            sa.Enum(
                "issued_in_error",
                "result_changed",
                "misconduct",
                "other",
                "erased",
                name=op.f("ck_certificates_revoked_kind_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=True,
        ),
        sa.Column("revoked_reason", sa.String(), nullable=True),
        sa.Column("is_public", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("credential", sa.String(), nullable=True),
        sa.Column("status_index", sa.Integer(), nullable=True),
        sa.Column("design_id", sa.Uuid(), nullable=True),
        sa.Column("design_version", sa.Integer(), nullable=True),
        sa.Column("paper_key", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "search_fold(number || ' ' || substr(number, 1, 4) || '-' || substr(number, 5, 4) || '-' || substr(number, 9) || ' ' || holder_name_en || ' ' || holder_name_ar)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.CheckConstraint(
            "(status = 'revoked') = (revoked_at IS NOT NULL)",
            name=op.f("ck_certificates_revoked_at_known"),
        ),
        sa.CheckConstraint(
            "(status = 'revoked') = (revoked_kind IS NOT NULL)",
            name=op.f("ck_certificates_revoked_kind_given"),
        ),
        sa.CheckConstraint(
            "number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'", name=op.f("ck_certificates_number_in_form")
        ),
        sa.ForeignKeyConstraint(
            ["enrollment_id"],
            ["enrollments.id"],
            name=op.f("fk_certificates_enrollment_id_enrollments"),
        ),
        sa.ForeignKeyConstraint(
            ["superseded_by_id"],
            ["certificates.id"],
            name=op.f("fk_certificates_superseded_by_id_certificates"),
        ),
        sa.ForeignKeyConstraint(
            ["supersedes_id"],
            ["certificates.id"],
            name=op.f("fk_certificates_supersedes_id_certificates"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_certificates")),
        sa.UniqueConstraint("number", name=op.f("uq_certificates_number")),
        sa.UniqueConstraint("status_index", name=op.f("uq_certificates_status_index")),
    )
    op.create_index(
        "ix_certificates_batch", "certificates", ["batch_id", "created_at", "id"], unique=False
    )
    op.create_index(
        "ix_certificates_candidate",
        "certificates",
        ["candidate_profile_id", "created_at", "id"],
        unique=False,
    )
    op.create_index("ix_certificates_created", "certificates", ["created_at", "id"], unique=False)
    op.create_index(
        "ix_certificates_enrollment", "certificates", ["enrollment_id", "created_at"], unique=False
    )
    op.create_index(
        "ix_certificates_expires",
        "certificates",
        ["expires_on"],
        unique=False,
        postgresql_where="status = 'issued' AND expires_on IS NOT NULL",
    )
    op.create_index(
        "ix_certificates_organization",
        "certificates",
        ["organization_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_certificates_organization_expires",
        "certificates",
        ["organization_id", "expires_on"],
        unique=False,
        postgresql_where="status = 'issued' AND expires_on IS NOT NULL",
    )
    op.create_index(
        "ix_certificates_search",
        "certificates",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_certificates_training",
        "certificates",
        ["training_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "uq_certificates_issued",
        "certificates",
        ["enrollment_id"],
        unique=True,
        postgresql_where="status = 'issued'",
    )
    op.add_column("batches", sa.Column("certificate_valid_months", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("batches", "certificate_valid_months")
    op.drop_index(
        "uq_certificates_issued", table_name="certificates", postgresql_where="status = 'issued'"
    )
    op.drop_index("ix_certificates_training", table_name="certificates")
    op.drop_index(
        "ix_certificates_search",
        table_name="certificates",
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.drop_index(
        "ix_certificates_organization_expires",
        table_name="certificates",
        postgresql_where="status = 'issued' AND expires_on IS NOT NULL",
    )
    op.drop_index("ix_certificates_organization", table_name="certificates")
    op.drop_index(
        "ix_certificates_expires",
        table_name="certificates",
        postgresql_where="status = 'issued' AND expires_on IS NOT NULL",
    )
    op.drop_index("ix_certificates_enrollment", table_name="certificates")
    op.drop_index("ix_certificates_created", table_name="certificates")
    op.drop_index("ix_certificates_candidate", table_name="certificates")
    op.drop_index("ix_certificates_batch", table_name="certificates")
    op.drop_table("certificates")
