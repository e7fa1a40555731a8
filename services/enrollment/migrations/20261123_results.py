"""Assessments, scores, how people ended, and the pass rules of their trainings."""

import sqlalchemy as sa
from alembic import op

revision = "c28141343109"
down_revision = "33fad8922625"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "assessments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column(
            "kind",
            sa.Enum(
                "exam",
                "practical",
                "assignment",
                "project",
                name=op.f("ck_assessments_kind_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("maximum", sa.Numeric(precision=7, scale=2, asdecimal=False), nullable=False),
        sa.Column("pass_mark", sa.Numeric(precision=7, scale=2, asdecimal=False), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint("maximum > 0", name=op.f("ck_assessments_maximum_positive")),
        sa.CheckConstraint(
            "pass_mark BETWEEN 0 AND maximum", name=op.f("ck_assessments_pass_mark_in_range")
        ),
        sa.CheckConstraint("weight > 0", name=op.f("ck_assessments_weight_positive")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assessments")),
    )
    op.create_index(
        "ix_assessments_batch", "assessments", ["batch_id", "created_at", "id"], unique=False
    )
    op.create_table(
        "outcomes",
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column(
            "result",
            sa.Enum(
                "passed",
                "failed",
                "absent",
                name=op.f("ck_outcomes_result_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("reasons", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("attended", sa.Integer(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("score_percent", sa.Integer(), nullable=True),
        sa.Column("min_attendance_percent", sa.Integer(), nullable=True),
        sa.Column("min_score_percent", sa.Integer(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["enrollment_id"],
            ["enrollments.id"],
            name=op.f("fk_outcomes_enrollment_id_enrollments"),
        ),
        sa.PrimaryKeyConstraint("enrollment_id", name=op.f("pk_outcomes")),
    )
    op.create_table(
        "scores",
        sa.Column("assessment_id", sa.Uuid(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("points", sa.Numeric(precision=7, scale=2, asdecimal=False), nullable=False),
        sa.Column("scored_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("points >= 0", name=op.f("ck_scores_points_not_negative")),
        sa.ForeignKeyConstraint(
            ["assessment_id"],
            ["assessments.id"],
            name=op.f("fk_scores_assessment_id_assessments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["enrollment_id"], ["enrollments.id"], name=op.f("fk_scores_enrollment_id_enrollments")
        ),
        sa.PrimaryKeyConstraint("assessment_id", "enrollment_id", name=op.f("pk_scores")),
    )
    op.create_index("ix_scores_enrollment", "scores", ["enrollment_id"], unique=False)
    op.add_column("batches", sa.Column("min_attendance_percent", sa.Integer(), nullable=True))
    op.add_column("batches", sa.Column("min_score_percent", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("batches", "min_score_percent")
    op.drop_column("batches", "min_attendance_percent")
    op.drop_index("ix_scores_enrollment", table_name="scores")
    op.drop_table("scores")
    op.drop_table("outcomes")
    op.drop_index("ix_assessments_batch", table_name="assessments")
    op.drop_table("assessments")
