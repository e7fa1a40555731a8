"""invariant runs."""

from alembic import op
from kit.web.invariants import migration

revision = "1ad6213b0761"
down_revision = "b81d5e07c4f2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade(op)  # type: ignore[arg-type]
