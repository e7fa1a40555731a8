"""invariant runs."""

from alembic import op
from kit.web.invariants import migration

revision = "a124cd8cb82e"
down_revision = "9d4be07a6c15"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade(op)  # type: ignore[arg-type]
