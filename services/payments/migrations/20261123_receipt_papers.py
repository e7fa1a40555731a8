"""papers of receipts."""

import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "e60737ad42a1"
down_revision = "c23b78fd2d4b"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "document_papers",
        sa.Column("document_id", sa.Uuid(), nullable=False),
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column(
            "next_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
            name=op.f("fk_document_papers_document_id_documents"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("document_id", name=op.f("pk_document_papers")),
    )
    op.create_index(
        "ix_document_papers_missing",
        "document_papers",
        ["next_at"],
        unique=False,
        postgresql_where="key IS NULL",
    )
    op.add_column(
        "documents", sa.Column("vat_minor", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.add_column(
        "documents", sa.Column("vat_percent", sa.Integer(), server_default="0", nullable=False)
    )
    op.add_column(
        "documents",
        sa.Column(
            "seller",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
    )
    op.add_column(
        "documents",
        sa.Column(
            "buyer",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
    )
    op.add_column(
        "documents",
        sa.Column(
            "lines",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
    )
    # What was issued before: it has no tax, and the lines of its charge.
    op.execute(
        """
        UPDATE documents SET
            lines = CASE kind WHEN 'receipt' THEN charges.lines ELSE jsonb_build_array(
                jsonb_build_object('title_en', 'Refund', 'title_ar', 'رد مبلغ', 'code', '',
                    'quantity', 1, 'unit_minor', documents.amount_minor, 'vat_percent', 0,
                    'net_minor', documents.amount_minor, 'vat_minor', 0,
                    'amount_minor', documents.amount_minor)) END,
            buyer = coalesce((
                SELECT jsonb_build_object('name_en', name_en, 'name_ar', name_ar)
                FROM payers WHERE profile_id = charges.payer_profile_id), '{}'::jsonb),
            seller = jsonb_build_object('name_en', 'Itqan', 'name_ar', 'إتقان')
        FROM charges WHERE charges.id = documents.charge_id
        """
    )
    op.execute(
        "INSERT INTO document_papers (document_id, attempts, next_at) "
        "SELECT id, 0, issued_at FROM documents"
    )


def downgrade() -> None:
    op.drop_column("documents", "lines")
    op.drop_column("documents", "buyer")
    op.drop_column("documents", "seller")
    op.drop_column("documents", "vat_percent")
    op.drop_column("documents", "vat_minor")
    op.drop_index(
        "ix_document_papers_missing", table_name="document_papers", postgresql_where="key IS NULL"
    )
    op.drop_table("document_papers")
