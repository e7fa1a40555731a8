"""A bulk enrollment says which portions of its rows are still to be asked about, or answered."""

import sqlalchemy as sa
from alembic import op

revision = "bf87a3f540d5"
down_revision = "a4f62aae1677"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("unasked", "unanswered"):
        op.add_column(
            "bulk_enrollments",
            sa.Column(name, sa.ARRAY(sa.Uuid()), server_default="{}", nullable=False),
        )
    # What identity was asked about is asked again: an answer under way counts no more.
    op.execute("UPDATE bulk_rows SET state = 'unchecked', portion = NULL WHERE state = 'matching'")


def downgrade() -> None:
    # Rows whose people are being looked for are checked anew.
    op.execute(
        "UPDATE bulk_rows SET state = 'unchecked' FROM bulk_enrollments b "
        "WHERE b.id = bulk_enrollment_id AND b.status = 'checking' AND portion = ANY("
        "b.unasked || b.unanswered)"
    )
    op.execute(
        "UPDATE bulk_rows SET portion = NULL FROM bulk_enrollments b "
        "WHERE b.id = bulk_enrollment_id AND b.status IN ('checking', 'checked')"
    )
    op.drop_column("bulk_enrollments", "unanswered")
    op.drop_column("bulk_enrollments", "unasked")
