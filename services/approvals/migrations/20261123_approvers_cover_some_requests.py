"""Approvers cover all requests, or those of some organizations, regions and categories."""

import sqlalchemy as sa
from alembic import op

revision = "d64e10c3e36d"
down_revision = "581a6d9f8089"
branch_labels = None
depends_on = None

COVERED = ("organization_ids", "state_ids", "category_ids")


def upgrade() -> None:
    for name in COVERED:
        op.add_column("level_approvers", _ids(name))
    op.add_column("requests", sa.Column("state_id", sa.Uuid(), nullable=True))
    op.add_column("requests", _ids("category_ids"))


def _ids(name: str) -> sa.Column[list[str]]:
    none = sa.text("'{}'::uuid[]")
    return sa.Column(name, sa.ARRAY(sa.Uuid()), server_default=none, nullable=False)


def downgrade() -> None:
    op.drop_column("requests", "category_ids")
    op.drop_column("requests", "state_id")
    for name in COVERED:
        op.drop_column("level_approvers", name)
