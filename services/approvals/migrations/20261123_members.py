"""Who belongs to which organization: an approver does not decide on their own one.

Who belongs to one already is told by `python -m kit identity republish`.
"""

import sqlalchemy as sa
from alembic import op

revision = "5c3a4ed2f59b"
down_revision = "8b3bba2ef2dd"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "members",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("profile_id", name=op.f("pk_members")),
    )
    op.create_index("ix_members_user_id", "members", ["user_id", "organization_id"])


def downgrade() -> None:
    op.drop_table("members")
