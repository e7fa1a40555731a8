"""No two living organizations have the same commercial registration or tax number.

Of several that have one, whichever was approved or submitted first keeps it. The others, which can
still change it, are without one: they are asked for it before they can be submitted. Two that were
submitted with the same number are for a person to settle, and the index is refused until then.
"""

import sqlalchemy as sa
from alembic import op

revision = "c41f7be2a953"
down_revision = "b90e3d64f1a7"
branch_labels = None
depends_on = None

COLUMNS = ("commercial_number", "tax_number")


def upgrade() -> None:
    for column in COLUMNS:
        op.execute(
            f"""
            UPDATE organizations SET {column} = NULL FROM (
                SELECT id, row_number() OVER (
                    PARTITION BY {column}
                    ORDER BY status IN ('draft', 'returned'), created_at, id) AS place
                FROM organizations
                WHERE {column} IS NOT NULL AND status <> 'rejected') AS ordered
            WHERE organizations.id = ordered.id AND place > 1
                AND status IN ('draft', 'returned')
            """  # noqa: S608
        )
        op.create_index(
            f"uq_organizations_{column}",
            "organizations",
            [column],
            unique=True,
            postgresql_where=sa.text("status <> 'rejected'"),
        )


def downgrade() -> None:
    for column in COLUMNS:
        op.drop_index(f"uq_organizations_{column}", "organizations")
