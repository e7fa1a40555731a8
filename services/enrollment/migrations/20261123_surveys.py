"""Answers to surveys, and who has answered."""

import sqlalchemy as sa
from alembic import op

revision = "d7df9d0159c5"
down_revision = "66445755e8e5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "survey_answers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("overall", sa.SmallInteger(), nullable=False),
        sa.Column("content", sa.SmallInteger(), nullable=True),
        sa.Column("trainer", sa.SmallInteger(), nullable=True),
        sa.Column("place", sa.SmallInteger(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.CheckConstraint(
            "content BETWEEN 1 AND 5", name=op.f("ck_survey_answers_content_in_range")
        ),
        sa.CheckConstraint(
            "overall BETWEEN 1 AND 5", name=op.f("ck_survey_answers_overall_in_range")
        ),
        sa.CheckConstraint("place BETWEEN 1 AND 5", name=op.f("ck_survey_answers_place_in_range")),
        sa.CheckConstraint(
            "trainer BETWEEN 1 AND 5", name=op.f("ck_survey_answers_trainer_in_range")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_survey_answers")),
    )
    op.create_index("ix_survey_answers_batch", "survey_answers", ["batch_id", "id"], unique=False)
    op.create_index(
        "ix_survey_answers_training", "survey_answers", ["training_id", "batch_id"], unique=False
    )
    op.create_table(
        "survey_participations",
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("answered_on", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["enrollment_id"],
            ["enrollments.id"],
            name=op.f("fk_survey_participations_enrollment_id_enrollments"),
        ),
        sa.PrimaryKeyConstraint("enrollment_id", name=op.f("pk_survey_participations")),
    )


def downgrade() -> None:
    op.drop_table("survey_participations")
    op.drop_index("ix_survey_answers_training", table_name="survey_answers")
    op.drop_index("ix_survey_answers_batch", table_name="survey_answers")
    op.drop_table("survey_answers")
