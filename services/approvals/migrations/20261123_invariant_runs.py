"""invariant runs."""

from alembic import op
from kit.web.invariants import migration

revision = "9ed95211cc70"
down_revision = "8d40f7b21c6e"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade(op)  # type: ignore[arg-type]
