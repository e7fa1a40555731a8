"""invariant runs."""

from alembic import op
from kit.web.invariants import migration

revision = "f01bd62a09ee"
down_revision = "6b1f04d9e7a2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade(op)  # type: ignore[arg-type]
