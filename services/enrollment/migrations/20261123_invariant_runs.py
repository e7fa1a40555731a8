"""invariant runs."""

from alembic import op
from kit.web.invariants import migration

revision = "e7cece5e990d"
down_revision = "2603faf0f178"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade(op)  # type: ignore[arg-type]
