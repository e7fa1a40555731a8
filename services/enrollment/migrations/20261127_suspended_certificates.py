"""A certificate can be suspended: its result is no longer a pass."""

import sqlalchemy as sa
from alembic import op

revision = "4b6d1f83a2c7"
down_revision = "0c5e92b7d4f8"
branch_labels = None
depends_on = None
# squawk-ignore ban-drop-constraint: it is replaced by one that allows one state more

_NAME = "ck_certificates_status_known"


def upgrade() -> None:
    op.add_column(
        "certificates", sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True)
    )
    _allow("issued", "suspended", "superseded", "revoked")


def downgrade() -> None:
    op.execute("UPDATE certificates SET status = 'issued' WHERE status = 'suspended'")
    _allow("issued", "superseded", "revoked")
    op.drop_column("certificates", "suspended_at")


def _allow(*states: str) -> None:
    listed = ", ".join(f"'{state}'" for state in states)
    op.drop_constraint(op.f(_NAME), "certificates")
    op.create_check_constraint(
        op.f(_NAME), "certificates", f"status IN ({listed})", postgresql_not_valid=True
    )
