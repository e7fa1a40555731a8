"""Keys of requests that may be sent again."""

from alembic import op
from kit.web import idempotency_migration

revision = "49b8e82d2888"
down_revision = "83c4a5309c47"
branch_labels = None
depends_on = None


def upgrade() -> None:
    idempotency_migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    idempotency_migration.downgrade(op)  # type: ignore[arg-type]
