"""Which credentials are revoked is read of the certificates themselves."""

import sqlalchemy as sa
from alembic import op

revision = "b7d20c64e9f1"
down_revision = "fa54f85d032f"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("revoked_credentials")
    op.create_index(
        "ix_certificates_ended",
        "certificates",
        ["status_index"],
        postgresql_where=sa.text("status <> 'issued'"),
    )


def downgrade() -> None:
    op.drop_index("ix_certificates_ended", "certificates")
    op.create_table(
        "revoked_credentials",
        sa.Column("status_index", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("status_index", name=op.f("pk_revoked_credentials")),
    )
    op.execute(
        "INSERT INTO revoked_credentials (status_index) SELECT status_index FROM certificates"
        " WHERE status <> 'issued' AND status_index IS NOT NULL"
    )
