"""Links to certificates, and who looked for a holder's."""

import sqlalchemy as sa
from alembic import op

revision = "4c1f9a7be230"
down_revision = "d7df9d0159c5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "certificate_links",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("certificate_ids", sa.ARRAY(sa.Uuid()), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_certificate_links")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_certificate_links_token_hash")),
    )
    op.create_index(
        "ix_certificate_links_user", "certificate_links", ["user_id", "created_at", "id"]
    )
    op.create_table(
        "learner_looks",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("link_id", sa.Uuid(), nullable=True),
        sa.Column(
            "looked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("by_profile_id", sa.Uuid(), nullable=True),
        sa.Column("by_organization_id", sa.Uuid(), nullable=True),
        sa.Column("network", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_learner_looks")),
    )
    op.create_index("ix_learner_looks_user", "learner_looks", ["user_id", "looked_at", "id"])
    op.create_index("ix_learner_looks_time", "learner_looks", ["looked_at"])
    op.create_index(
        "ix_certificates_public",
        "certificates",
        ["candidate_user_id", "issued_on", "id"],
        postgresql_where=sa.text("is_public"),
    )


def downgrade() -> None:
    op.drop_index("ix_certificates_public", "certificates")
    op.drop_table("learner_looks")
    op.drop_table("certificate_links")
