"""Keys of requests that may be sent again."""

from alembic import op
from kit.web import idempotency_migration

revision = "005f8aebc172"
down_revision = "c95f2e08b1d6"
branch_labels = None
depends_on = None


def upgrade() -> None:
    idempotency_migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    idempotency_migration.downgrade(op)  # type: ignore[arg-type]
