"""settlement reports."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "72b708a5ea33"
down_revision = "8d2f41c7b6e0"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "settlement_columns",
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("heading", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_settlement_columns")),
    )
    op.create_table(
        "settlement_reports",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("sha256", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("file_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("uploaded_by", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_settlement_reports")),
        sa.UniqueConstraint("sha256", name=op.f("uq_settlement_reports_sha256")),
    )
    op.create_index(
        "ix_settlement_reports_days", "settlement_reports", ["last_day", "first_day"], unique=False
    )
    op.create_table(
        "settlement_lines",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("report_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column(
            "kind",
            sa.Enum(
                "payment", "refund", "fee", "payout", name="linekind", native_enum=False, length=20
            ),
            nullable=False,
        ),
        sa.Column("transaction_id", sa.BigInteger(), nullable=True),
        sa.Column("reference", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("fee_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sqlmodel.sql.sqltypes.AutoString(length=3), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column(
            "outcome",
            sa.Enum(
                "matched",
                "other_amount",
                "missing_here",
                "missing_there",
                "repeated",
                "fee",
                "payout",
                name="lineoutcome",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("expected_minor", sa.BigInteger(), nullable=True),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column(
            "task_status",
            sa.Enum("open", "closed", name="taskstatus", native_enum=False, length=20),
            nullable=True,
        ),
        sa.Column("owner_id", sa.Uuid(), nullable=True),
        sa.Column("note", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payments.id"], name=op.f("fk_settlement_lines_payment_id_payments")
        ),
        sa.ForeignKeyConstraint(
            ["report_id"],
            ["settlement_reports.id"],
            name=op.f("fk_settlement_lines_report_id_settlement_reports"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_settlement_lines")),
    )
    op.create_index(
        "ix_settlement_lines_open",
        "settlement_lines",
        ["owner_id", "id"],
        unique=False,
        postgresql_where="task_status = 'open'",
    )
    op.create_index(
        "ix_settlement_lines_report",
        "settlement_lines",
        ["report_id", "outcome", "id"],
        unique=False,
    )
    op.create_index(
        "ix_settlement_lines_transaction",
        "settlement_lines",
        ["transaction_id", "kind"],
        unique=False,
    )


def downgrade() -> None:
    op.drop_index("ix_settlement_lines_transaction", table_name="settlement_lines")
    op.drop_index("ix_settlement_lines_report", table_name="settlement_lines")
    op.drop_index(
        "ix_settlement_lines_open",
        table_name="settlement_lines",
        postgresql_where="task_status = 'open'",
    )
    op.drop_table("settlement_lines")
    op.drop_index("ix_settlement_reports_days", table_name="settlement_reports")
    op.drop_table("settlement_reports")
    op.drop_table("settlement_columns")
