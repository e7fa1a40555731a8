"""invariant runs."""

from alembic import op
from kit.web.invariants import migration

revision = "e8f50526193f"
down_revision = "def34ac757fa"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade(op)  # type: ignore[arg-type]
