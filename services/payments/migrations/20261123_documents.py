"""receipts and credit notes with their numbers."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "4b4a9df1c2d0"
down_revision = "1ad6213b0761"
branch_labels = None
depends_on = None


def upgrade() -> None:

    op.create_table(
        "document_series",
        sa.Column(
            "kind",
            sa.Enum("receipt", "credit_note", name="documentkind", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("last_number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "year", name=op.f("pk_document_series")),
    )
    op.create_table(
        "documents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "kind",
            sa.Enum("receipt", "credit_note", name="documentkind", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column("number", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("refund_id", sa.Uuid(), nullable=True),
        sa.Column("receipt_id", sa.Uuid(), nullable=True),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sqlmodel.sql.sqltypes.AutoString(length=3), nullable=False),
        sa.Column(
            "issued_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.CheckConstraint(
            "(kind = 'credit_note') = (refund_id IS NOT NULL AND receipt_id IS NOT NULL)",
            name=op.f("ck_documents_credit_note_of_refund"),
        ),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["charges.id"], name=op.f("fk_documents_charge_id_charges")
        ),
        sa.ForeignKeyConstraint(
            ["receipt_id"], ["documents.id"], name=op.f("fk_documents_receipt_id_documents")
        ),
        sa.ForeignKeyConstraint(
            ["refund_id"], ["refunds.id"], name=op.f("fk_documents_refund_id_refunds")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_documents")),
        sa.UniqueConstraint("number", name=op.f("uq_documents_number")),
        sa.UniqueConstraint("refund_id", name=op.f("uq_documents_refund_id")),
    )
    op.create_index("ix_documents_charge", "documents", ["charge_id"], unique=False)
    op.create_index(op.f("ix_documents_receipt_id"), "documents", ["receipt_id"], unique=False)
    op.create_index(
        "uq_documents_receipt",
        "documents",
        ["charge_id"],
        unique=True,
        postgresql_where="kind = 'receipt'",
    )
    op.add_column(
        "charges", sa.Column("has_receipt", sa.Boolean(), server_default="false", nullable=False)
    )
    op.create_index(
        "ix_charges_without_receipt",
        "charges",
        ["paid_at"],
        unique=False,
        postgresql_where="status IN ('paid', 'partly_refunded', 'refunded') AND NOT waived AND NOT has_receipt",
    )
    op.add_column(
        "refunds",
        sa.Column("has_credit_note", sa.Boolean(), server_default="false", nullable=False),
    )
    op.create_index(
        "ix_refunds_without_credit_note",
        "refunds",
        ["done_at"],
        unique=False,
        postgresql_where="status = 'done' AND NOT has_credit_note",
    )


def downgrade() -> None:

    op.drop_index(
        "ix_refunds_without_credit_note",
        table_name="refunds",
        postgresql_where="status = 'done' AND NOT has_credit_note",
    )
    op.drop_column("refunds", "has_credit_note")
    op.drop_index(
        "ix_charges_without_receipt",
        table_name="charges",
        postgresql_where="status IN ('paid', 'partly_refunded', 'refunded') AND NOT waived AND NOT has_receipt",
    )
    op.drop_column("charges", "has_receipt")
    op.drop_index(
        "uq_documents_receipt", table_name="documents", postgresql_where="kind = 'receipt'"
    )
    op.drop_index(op.f("ix_documents_receipt_id"), table_name="documents")
    op.drop_index("ix_documents_charge", table_name="documents")
    op.drop_table("documents")
    op.drop_table("document_series")
