"""CHECK constraints are called by the convention; those of copies go, which keep what a newer
publisher sends."""

from alembic import op

revision = "5b0f6c1e83d7"
down_revision = "1d7c2f9a4e35"
branch_labels = None
depends_on = None

_BATCHES = "status IN ('draft', 'published', 'cancelled')"
_CHARGES = "status IN ('open', 'paid', 'partly_refunded', 'refunded', 'cancelled', 'expired')"


def upgrade() -> None:
    for name in ("status_known", "result_known"):
        op.execute(f"ALTER TABLE enrollments RENAME CONSTRAINT {name} TO ck_enrollments_{name}")
    for table in ("batches", "charges"):
        op.drop_constraint(op.f("status_known"), table, type_="check")


def downgrade() -> None:
    op.create_check_constraint(op.f("status_known"), "batches", _BATCHES)
    op.create_check_constraint(op.f("status_known"), "charges", _CHARGES)
    for name in ("status_known", "result_known"):
        op.execute(f"ALTER TABLE enrollments RENAME CONSTRAINT ck_enrollments_{name} TO {name}")
