"""Guesses count by who asks."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "791c66b271f4"
down_revision = "5b0c7e94d1a3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "used_proofs",
        sa.Column("signature", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("signature", name=op.f("pk_used_proofs")),
    )
    op.create_index(op.f("ix_used_proofs_expires_at"), "used_proofs", ["expires_at"], unique=False)
    # What is counted and sent under the old keys is found under the new ones no more.
    op.execute("DELETE FROM failed_attempts")
    op.execute("DELETE FROM otps")
    op.add_column("otps", sa.Column("asker", sa.LargeBinary(), nullable=False))
    op.add_column("otps", sa.Column("request_hash", sa.LargeBinary(), nullable=True))
    op.add_column("otps", sa.Column("code_id", sa.Uuid(), nullable=False))
    op.add_column("otps", sa.Column("digits", sa.Integer(), nullable=False))
    op.create_index("ix_otps_asker", "otps", ["asker", "created_at"], unique=False)
    op.create_unique_constraint(op.f("uq_otps_request_hash"), "otps", ["request_hash"])


def downgrade() -> None:
    op.drop_constraint(op.f("uq_otps_request_hash"), "otps", type_="unique")
    op.drop_index("ix_otps_asker", table_name="otps")
    op.drop_column("otps", "digits")
    op.drop_column("otps", "code_id")
    op.drop_column("otps", "request_hash")
    op.drop_column("otps", "asker")
    op.drop_index(op.f("ix_used_proofs_expires_at"), table_name="used_proofs")
    op.drop_table("used_proofs")
