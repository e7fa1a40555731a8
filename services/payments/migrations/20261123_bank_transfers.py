"""bank transfers."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "c23b78fd2d4b"
down_revision = "7f4e9036b57d"
branch_labels = None
depends_on = None


# A column's default does not make it.
NUMBERS = sa.Sequence("bank_credit_numbers", start=-1, increment=-1, minvalue=-(2**62), maxvalue=-1)


def upgrade() -> None:
    op.execute(sa.schema.CreateSequence(NUMBERS))
    op.create_table(
        "bank_statements",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "format",
            sa.Enum(
                "sheet", "mt940", "camt053", name="statementformat", native_enum=False, length=20
            ),
            nullable=False,
        ),
        sa.Column("file_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("account", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("credits", sa.Integer(), nullable=False),
        sa.Column("imported_by", sa.Uuid(), nullable=False),
        sa.Column(
            "imported_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bank_statements")),
    )
    op.create_table(
        "discarded_files",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_discarded_files")),
    )
    op.create_index(op.f("ix_discarded_files_due_at"), "discarded_files", ["due_at"], unique=False)
    op.create_table(
        "transfers",
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("reference", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("chosen_by", sa.Uuid(), nullable=False),
        sa.Column(
            "chosen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("receipt_key", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("receipt_type", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("receipt_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["charges.id"], name=op.f("fk_transfers_charge_id_charges")
        ),
        sa.PrimaryKeyConstraint("charge_id", name=op.f("pk_transfers")),
        sa.UniqueConstraint("reference", name=op.f("uq_transfers_reference")),
    )
    op.create_table(
        "bank_credits",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("statement_id", sa.Uuid(), nullable=False),
        sa.Column(
            "number",
            sa.BigInteger(),
            server_default=sa.text("nextval('bank_credit_numbers')"),
            nullable=False,
        ),
        sa.Column("fingerprint", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("booked_on", sa.Date(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sqlmodel.sql.sqltypes.AutoString(length=3), nullable=False),
        sa.Column("bank_reference", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("payer_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("payer_account", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("reference", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("charge_id", sa.Uuid(), nullable=True),
        sa.Column(
            "status",
            sa.Enum(
                "open", "matched", "set_aside", name="creditstatus", native_enum=False, length=20
            ),
            nullable=False,
        ),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("note", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(status = 'matched') = (payment_id IS NOT NULL)",
            name=op.f("ck_bank_credits_matched_has_payment"),
        ),
        sa.CheckConstraint("amount_minor > 0", name=op.f("ck_bank_credits_amount_positive")),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["charges.id"], name=op.f("fk_bank_credits_charge_id_charges")
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payments.id"], name=op.f("fk_bank_credits_payment_id_payments")
        ),
        sa.ForeignKeyConstraint(
            ["statement_id"],
            ["bank_statements.id"],
            name=op.f("fk_bank_credits_statement_id_bank_statements"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bank_credits")),
        sa.UniqueConstraint("fingerprint", name=op.f("uq_bank_credits_fingerprint")),
        sa.UniqueConstraint("number", name=op.f("uq_bank_credits_number")),
        sa.UniqueConstraint("payment_id", name=op.f("uq_bank_credits_payment_id")),
    )
    op.create_index("ix_bank_credits_booked", "bank_credits", ["booked_on", "id"], unique=False)
    op.create_index(op.f("ix_bank_credits_charge_id"), "bank_credits", ["charge_id"], unique=False)
    op.create_index(
        "ix_bank_credits_open",
        "bank_credits",
        ["id"],
        unique=False,
        postgresql_where="status = 'open'",
    )
    op.create_index(
        op.f("ix_bank_credits_statement_id"), "bank_credits", ["statement_id"], unique=False
    )
    op.add_column(
        "payments",
        sa.Column(
            "way",
            sa.Enum(
                "card",
                "mada",
                "apple_pay",
                "stc_pay",
                "bank_transfer",
                name="way",
                native_enum=False,
                length=20,
            ),
            server_default="card",
            nullable=False,
        ),
    )
    op.alter_column("payments", "integration_id", existing_type=sa.BIGINT(), nullable=True)
    op.add_column(
        "refunds", sa.Column("bank_reference", sqlmodel.sql.sqltypes.AutoString(), nullable=True)
    )
    op.create_index(
        "ix_refunds_to_transfer",
        "refunds",
        ["id"],
        unique=False,
        postgresql_where="method = 'transfer' AND status = 'requested'",
    )


def downgrade() -> None:
    op.drop_index(
        "ix_refunds_to_transfer",
        table_name="refunds",
        postgresql_where="method = 'transfer' AND status = 'requested'",
    )
    op.drop_column("refunds", "bank_reference")
    op.drop_column("payments", "way")
    op.drop_index(op.f("ix_bank_credits_statement_id"), table_name="bank_credits")
    op.drop_index(
        "ix_bank_credits_open", table_name="bank_credits", postgresql_where="status = 'open'"
    )
    op.drop_index(op.f("ix_bank_credits_charge_id"), table_name="bank_credits")
    op.drop_index("ix_bank_credits_booked", table_name="bank_credits")
    op.drop_table("bank_credits")
    op.execute(sa.schema.DropSequence(NUMBERS))
    op.drop_table("transfers")
    op.drop_index(op.f("ix_discarded_files_due_at"), table_name="discarded_files")
    op.drop_table("discarded_files")
    op.drop_table("bank_statements")
