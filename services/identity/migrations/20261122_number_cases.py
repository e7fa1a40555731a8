"""Identity numbers are fixed by a payment; cases about them are decided by admins."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "85ec16f2f91f"
down_revision = "791c66b271f4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "number_attempts",
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column(
            "since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_number_attempts")),
    )
    op.create_index(op.f("ix_number_attempts_since"), "number_attempts", ["since"], unique=False)
    op.create_table(
        "number_cases",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("claimant_id", sa.Uuid(), nullable=False),
        sa.Column("holder_id", sa.Uuid(), nullable=True),
        sa.Column(
            "kind",
            sa.Enum("civil", "passport", name="numberkind", native_enum=False, length=30),
            nullable=False,
        ),
        sa.Column("number", sqlmodel.sql.sqltypes.AutoString(length=20), nullable=False),
        sa.Column("old_number", sqlmodel.sql.sqltypes.AutoString(length=20), nullable=True),
        sa.Column(
            "cause",
            sa.Enum("change", "claim", name="numbercause", native_enum=False, length=30),
            nullable=False,
        ),
        sa.Column("reason", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "open",
                "more_requested",
                "granted",
                "refused",
                "withdrawn",
                name="numbercasestatus",
                native_enum=False,
                length=30,
            ),
            nullable=False,
        ),
        sa.Column("asks_claimant", sa.Boolean(), nullable=False),
        sa.Column("asks_holder", sa.Boolean(), nullable=False),
        sa.Column("comment", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["claimant_id"], ["users.id"], name=op.f("fk_number_cases_claimant_id_users")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["users.id"], name=op.f("fk_number_cases_decided_by_users")
        ),
        sa.ForeignKeyConstraint(
            ["holder_id"], ["users.id"], name=op.f("fk_number_cases_holder_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_number_cases")),
    )
    op.create_index(
        op.f("ix_number_cases_claimant_id"), "number_cases", ["claimant_id"], unique=False
    )
    op.create_index(
        "ix_number_cases_created_at", "number_cases", ["created_at", "id"], unique=False
    )
    op.create_index(op.f("ix_number_cases_holder_id"), "number_cases", ["holder_id"], unique=False)
    op.create_index("ix_number_cases_number", "number_cases", ["kind", "number"], unique=False)
    op.create_index(
        "ix_number_cases_undecided",
        "number_cases",
        ["created_at", "id"],
        unique=False,
        postgresql_where=sa.text("status IN ('open', 'more_requested')"),
    )
    op.create_index(
        "uq_number_cases_claimant",
        "number_cases",
        ["claimant_id"],
        unique=True,
        postgresql_where=sa.text("status IN ('open', 'more_requested')"),
    )
    op.create_table(
        "number_case_documents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("media_type", sqlmodel.sql.sqltypes.AutoString(length=40), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["case_id"],
            ["number_cases.id"],
            name=op.f("fk_number_case_documents_case_id_number_cases"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_number_case_documents_user_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_number_case_documents")),
        sa.UniqueConstraint("key", name=op.f("uq_number_case_documents_key")),
    )
    op.create_index(
        op.f("ix_number_case_documents_case_id"), "number_case_documents", ["case_id"], unique=False
    )
    op.create_table(
        "number_case_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "action",
            sa.Enum(
                "opened",
                "document_added",
                "more_requested",
                "withdrawn",
                "granted",
                "refused",
                "number_removed",
                name="action",
                native_enum=False,
                length=30,
            ),
            nullable=False,
        ),
        sa.Column("old_number", sqlmodel.sql.sqltypes.AutoString(length=20), nullable=True),
        sa.Column("new_number", sqlmodel.sql.sqltypes.AutoString(length=20), nullable=True),
        sa.Column("comment", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["actor_id"], ["users.id"], name=op.f("fk_number_case_entries_actor_id_users")
        ),
        sa.ForeignKeyConstraint(
            ["case_id"],
            ["number_cases.id"],
            name=op.f("fk_number_case_entries_case_id_number_cases"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_number_case_entries_user_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_number_case_entries")),
    )
    op.create_index(
        op.f("ix_number_case_entries_case_id"), "number_case_entries", ["case_id"], unique=False
    )
    op.add_column("users", sa.Column("numbers_fixed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "users",
        sa.Column("claiming", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("users", "claiming")
    op.drop_column("users", "numbers_fixed_at")
    op.drop_index(op.f("ix_number_case_entries_case_id"), table_name="number_case_entries")
    op.drop_table("number_case_entries")
    op.drop_index(op.f("ix_number_case_documents_case_id"), table_name="number_case_documents")
    op.drop_table("number_case_documents")
    op.drop_index(
        "uq_number_cases_claimant",
        table_name="number_cases",
        postgresql_where=sa.text("status IN ('open', 'more_requested')"),
    )
    op.drop_index(
        "ix_number_cases_undecided",
        table_name="number_cases",
        postgresql_where=sa.text("status IN ('open', 'more_requested')"),
    )
    op.drop_index("ix_number_cases_number", table_name="number_cases")
    op.drop_index(op.f("ix_number_cases_holder_id"), table_name="number_cases")
    op.drop_index("ix_number_cases_created_at", table_name="number_cases")
    op.drop_index(op.f("ix_number_cases_claimant_id"), table_name="number_cases")
    op.drop_table("number_cases")
    op.drop_index(op.f("ix_number_attempts_since"), table_name="number_attempts")
    op.drop_table("number_attempts")
