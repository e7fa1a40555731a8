"""ZIP files of papers that people have asked for."""

import sqlalchemy as sa
from alembic import op

revision = "eeda198bd188"
down_revision = "c3f0a9d1e7b2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "paper_archives",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("certificate_ids", sa.ARRAY(sa.Uuid()), nullable=False),
        sa.Column("batch_code", sa.String(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paper_archives")),
    )
    op.create_index("ix_paper_archives_ends", "paper_archives", ["ends_at"], unique=False)
    op.create_index(
        "ix_paper_archives_user", "paper_archives", ["user_id", "created_at"], unique=False
    )


def downgrade() -> None:
    op.drop_index("ix_paper_archives_user", table_name="paper_archives")
    op.drop_index("ix_paper_archives_ends", table_name="paper_archives")
    op.drop_table("paper_archives")
