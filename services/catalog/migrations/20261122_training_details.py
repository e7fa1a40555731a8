"""What else is said of a training, its files, and descriptions as rich text."""

import sqlalchemy as sa
from alembic import op

revision = "b83d6c0f41ea"
down_revision = "e93c5b1f7a04"
branch_labels = None
depends_on = None

_OLD = "code || ' ' || title_en || ' ' || title_ar || ' ' || summary_en || ' ' || summary_ar"
_NEW = f"{_OLD} || ' ' || description_text_en || ' ' || description_text_ar"


def upgrade() -> None:
    for language in ("en", "ar"):
        name = f"description_text_{language}"
        op.add_column("trainings", sa.Column(name, sa.String(), server_default="", nullable=False))
    op.execute(_TO_HTML)
    _search(_NEW)
    for name in ("description_text_en", "description_text_ar"):
        op.alter_column("trainings", name, server_default=None)
    op.add_column(
        "trainings",
        sa.Column(
            "language",
            sa.Enum("en", "ar", "bilingual", name="batchlanguage", native_enum=False, length=20),
            server_default="ar",
            nullable=False,
        ),
    )
    op.add_column(
        "trainings", sa.Column("standard_code", sa.String(), server_default="", nullable=False)
    )
    for name in ("language", "standard_code"):
        op.alter_column("trainings", name, server_default=None)
    for name in ("min_attendance_percent", "min_score_percent", "default_price_minor"):
        op.add_column("trainings", sa.Column(name, sa.Integer(), nullable=True))
    op.create_index(
        "ix_trainings_standard_code",
        "trainings",
        ["standard_code"],
        postgresql_where=sa.text("standard_code <> ''"),
    )
    op.create_table(
        "training_attachments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("size_bytes", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["training_id"],
            ["trainings.id"],
            name="fk_training_attachments_training_id_trainings",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_training_attachments"),
    )
    op.create_index(
        "ix_training_attachments_training", "training_attachments", ["training_id", "created_at"]
    )


def downgrade() -> None:
    op.drop_table("training_attachments")
    op.drop_index("ix_trainings_standard_code", "trainings")
    for name in (
        "min_attendance_percent",
        "min_score_percent",
        "default_price_minor",
        "standard_code",
        "language",
    ):
        op.drop_column("trainings", name)
    _search(_OLD)
    for language in ("en", "ar"):
        op.execute(
            sa.update(_TRAININGS).values(
                {f"description_{language}": _TRAININGS.c[f"description_text_{language}"]}
            )
        )
        op.drop_column("trainings", f"description_text_{language}")


def _search(columns: str) -> None:
    """The column anew: what it is computed of cannot be changed."""
    op.drop_index("ix_trainings_search", "trainings")
    op.drop_column("trainings", "search")
    computed = sa.Computed(f"search_fold({columns})", persisted=True)
    op.add_column("trainings", sa.Column("search", sa.Text(), computed, nullable=False))
    op.create_index(
        "ix_trainings_search",
        "trainings",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )


_NAMES = ("description_en", "description_ar", "description_text_en", "description_text_ar")
_TRAININGS = sa.table("trainings", *(sa.column(name, sa.String) for name in _NAMES))
_MARKUP = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\n\n", "</p><p>"), ("\n", "<br>"))


def _html(text: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
    for sign, markup in _MARKUP:
        text = sa.func.replace(text, sign, markup)
    return sa.func.concat("<p>", text, "</p>")


def _words(text: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
    return sa.func.regexp_replace(text, r"\s+", " ", "g")


_TO_HTML = sa.update(_TRAININGS).values(
    description_text_en=_words(_TRAININGS.c.description_en),
    description_text_ar=_words(_TRAININGS.c.description_ar),
    description_en=_html(_TRAININGS.c.description_en),
    description_ar=_html(_TRAININGS.c.description_ar),
)
