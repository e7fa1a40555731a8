"""Papers of certificates, and organizations' designs of them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "66445755e8e5"
down_revision = "3f0d089d374f"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "certificate_designs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("accent", sa.String(), nullable=False),
        sa.Column("logo_key", sa.String(), nullable=True),
        sa.Column("signatories", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("text_en", sa.String(), nullable=False),
        sa.Column("text_ar", sa.String(), nullable=False),
        sa.Column("published_by", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_certificate_designs")),
        sa.UniqueConstraint(
            "organization_id", "version", name=op.f("uq_certificate_designs_organization_id")
        ),
    )
    op.create_table(
        "discarded_files",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_discarded_files")),
    )
    op.create_index(op.f("ix_discarded_files_due_at"), "discarded_files", ["due_at"])
    op.create_table(
        "paper_attempts",
        sa.Column("certificate_id", sa.Uuid(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="1", nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["certificate_id"],
            ["certificates.id"],
            name=op.f("fk_paper_attempts_certificate_id_certificates"),
        ),
        sa.PrimaryKeyConstraint("certificate_id", name=op.f("pk_paper_attempts")),
    )
    op.create_index(
        "ix_certificates_paper_missing",
        "certificates",
        ["created_at"],
        postgresql_where=sa.text("paper_key IS NULL AND revoked_kind IS DISTINCT FROM 'erased'"),
    )
    op.create_index(
        "ix_certificates_erased_paper",
        "certificates",
        ["id"],
        postgresql_where=sa.text("paper_key IS NOT NULL AND revoked_kind = 'erased'"),
    )


def downgrade() -> None:
    op.drop_index("ix_certificates_erased_paper", table_name="certificates")
    op.drop_index("ix_certificates_paper_missing", table_name="certificates")
    op.drop_table("paper_attempts")
    op.drop_index(op.f("ix_discarded_files_due_at"), table_name="discarded_files")
    op.drop_table("discarded_files")
    op.drop_table("certificate_designs")
