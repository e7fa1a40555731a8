"""The first tables."""

import sqlalchemy as sa
from alembic import op
from kit.messaging import migration as messaging
from sqlalchemy.dialects import postgresql

revision = "30b29b2b182b"
down_revision = None
branch_labels = None
depends_on = None

# Comparable text: lower case, without accents; the forms of an Arabic letter that people type for
# one another (alef, ya, ta marbuta, hamza on its seats, Persian ya and kaf) made one, and Arabic
# digits those of Europe; vowel signs, the elongation stroke, a lone hamza, apostrophes and marks
# of direction left out. NFKC undoes the composed and presentation forms of pasted text. It is
# immutable because its dictionary is named in full, which generated columns ask for.
SEARCH_FOLD = r"""
CREATE FUNCTION search_fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(
  lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC))),
  'أإآٱىیةؤئک' || '٠١٢٣٤٥٦٧٨٩' || '۰۱۲۳۴۵۶۷۸۹'
    || 'ءـًٌٍَُِّْ' || U&'\0653\0654\0655\0670' || '''’‘ʿʾ`'
    || U&'\200B\200C\200D\200E\200F\061C\FEFF',
  'اااا' || 'يي' || 'ه' || 'ويك' || '0123456789' || '0123456789'
)
"""
SEARCH_PATTERN = r"""
CREATE FUNCTION search_pattern(word text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN '%' || regexp_replace(search_fold(word), '([\\%_])', '\\\1', 'g') || '%'
"""


def upgrade() -> None:
    # Both are trusted extensions: a database's owner may create them.
    op.execute("CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public")
    op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public")
    op.execute(SEARCH_FOLD)
    op.execute(SEARCH_PATTERN)
    op.create_table(
        "categories",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("parent_id", sa.Uuid(), nullable=True),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("description_en", sa.String(), nullable=False),
        sa.Column("description_ar", sa.String(), nullable=False),
        sa.Column("icon", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["categories.id"], name=op.f("fk_categories_parent_id_categories")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_categories")),
        sa.UniqueConstraint("slug", name=op.f("uq_categories_slug")),
    )
    op.create_index(op.f("ix_categories_parent_id"), "categories", ["parent_id"], unique=False)
    op.create_table(
        "countries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(length=2), nullable=False),
        sa.Column("alpha3", sa.String(length=3), nullable=False),
        sa.Column("numeric_code", sa.String(length=3), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("calling_code", sa.String(), nullable=True),
        sa.Column("flag_emoji", sa.String(), nullable=False),
        sa.Column("flag_version", sa.String(), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "search_fold(name_en || ' ' || name_ar || ' ' || code || ' ' || alpha3)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_countries")),
        sa.UniqueConstraint("alpha3", name=op.f("uq_countries_alpha3")),
        sa.UniqueConstraint("code", name=op.f("uq_countries_code")),
    )
    op.create_index(
        "ix_countries_search",
        "countries",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_table(
        "discarded_files",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_discarded_files")),
    )
    op.create_index(op.f("ix_discarded_files_due_at"), "discarded_files", ["due_at"], unique=False)
    op.create_table(
        "organizations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=True),
        sa.Column(
            "status",
            sa.Enum(
                "draft",
                "submitted",
                "approved",
                "rejected",
                "returned",
                name="approvalstatus",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )
    op.create_table(
        "removed_references",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "removed_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_removed_references")),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_by", sa.Uuid(), nullable=True),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_settings")),
    )
    op.create_table(
        "states",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("country_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=True),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["country_id"], ["countries.id"], name=op.f("fk_states_country_id_countries")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_states")),
        sa.UniqueConstraint("code", name=op.f("uq_states_code")),
    )
    op.create_index(op.f("ix_states_country_id"), "states", ["country_id"], unique=False)
    op.create_index(
        "ix_states_search",
        "states",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_table(
        "trainings",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("category_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("summary_en", sa.String(), nullable=False),
        sa.Column("summary_ar", sa.String(), nullable=False),
        sa.Column("description_en", sa.String(), nullable=False),
        sa.Column("description_ar", sa.String(), nullable=False),
        sa.Column("objectives_en", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("objectives_ar", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("audience_en", sa.String(), nullable=False),
        sa.Column("audience_ar", sa.String(), nullable=False),
        sa.Column("prerequisites_en", sa.String(), nullable=False),
        sa.Column("prerequisites_ar", sa.String(), nullable=False),
        sa.Column(
            "level",
            sa.Enum(
                "foundation",
                "intermediate",
                "advanced",
                name="traininglevel",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("duration_hours", sa.Integer(), nullable=False),
        sa.Column("certificate_valid_months", sa.Integer(), nullable=True),
        sa.Column("image_version", sa.String(), nullable=True),
        sa.Column(
            "status",
            sa.Enum(
                "draft",
                "published",
                "archived",
                name="trainingstatus",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "search_fold(code || ' ' || title_en || ' ' || title_ar || ' ' || summary_en || ' ' || summary_ar)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["category_id"], ["categories.id"], name=op.f("fk_trainings_category_id_categories")
        ),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name=op.f("fk_trainings_organization_id_organizations"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trainings")),
        sa.UniqueConstraint("organization_id", "code", name=op.f("uq_trainings_organization_id")),
    )
    op.create_index("ix_trainings_category", "trainings", ["category_id"], unique=False)
    op.create_index(
        "ix_trainings_organization_title",
        "trainings",
        ["organization_id", "title_en"],
        unique=False,
    )
    op.create_index(
        "ix_trainings_search",
        "trainings",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_table(
        "cities",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("country_id", sa.Uuid(), nullable=False),
        sa.Column("state_id", sa.Uuid(), nullable=True),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("latitude", sa.Float(), nullable=True),
        sa.Column("longitude", sa.Float(), nullable=True),
        sa.Column("population", sa.Integer(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["country_id"], ["countries.id"], name=op.f("fk_cities_country_id_countries")
        ),
        sa.ForeignKeyConstraint(
            ["state_id"], ["states.id"], name=op.f("fk_cities_state_id_states")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cities")),
    )
    op.create_index(
        "ix_cities_country_population", "cities", ["country_id", "population"], unique=False
    )
    op.create_index("ix_cities_population", "cities", ["population", "id"], unique=False)
    op.create_index(
        "ix_cities_search",
        "cities",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_cities_state_population", "cities", ["state_id", "population"], unique=False
    )
    op.create_table(
        "batches",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column(
            "mode",
            sa.Enum(
                "in_person", "online", "hybrid", name="batchmode", native_enum=False, length=20
            ),
            nullable=False,
        ),
        sa.Column(
            "language",
            sa.Enum("en", "ar", "bilingual", name="batchlanguage", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column("city_id", sa.Uuid(), nullable=True),
        sa.Column("venue_en", sa.String(), nullable=False),
        sa.Column("venue_ar", sa.String(), nullable=False),
        sa.Column("trainer_en", sa.String(), nullable=False),
        sa.Column("trainer_ar", sa.String(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("enrollment_opens_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("enrollment_closes_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("price_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("requires_acceptance", sa.Boolean(), nullable=False),
        sa.Column("payment_window_minutes", sa.Integer(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "draft", "published", "cancelled", name="batchstatus", native_enum=False, length=20
            ),
            nullable=False,
        ),
        sa.Column("seats_taken", sa.Integer(), nullable=False),
        sa.Column("waiting", sa.Integer(), nullable=False),
        sa.Column("seats_sequence", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint("capacity > 0", name=op.f("ck_batches_capacity_positive")),
        sa.CheckConstraint("price_minor >= 0", name=op.f("ck_batches_price_not_negative")),
        sa.CheckConstraint("starts_at < ends_at", name=op.f("ck_batches_starts_before_end")),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_batches_city_id_cities")),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name=op.f("fk_batches_organization_id_organizations"),
        ),
        sa.ForeignKeyConstraint(
            ["training_id"], ["trainings.id"], name=op.f("fk_batches_training_id_trainings")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
        sa.UniqueConstraint("organization_id", "code", name=op.f("uq_batches_organization_id")),
    )
    op.create_index("ix_batches_city", "batches", ["city_id"], unique=False)
    op.create_index(
        "ix_batches_organization_starts", "batches", ["organization_id", "starts_at"], unique=False
    )
    op.create_index(
        "ix_batches_public",
        "batches",
        ["ends_at", "starts_at", "id"],
        unique=False,
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_batches_training_starts", "batches", ["training_id", "starts_at"], unique=False
    )
    op.create_table(
        "batch_sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["batch_id"],
            ["batches.id"],
            name=op.f("fk_batch_sessions_batch_id_batches"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch_sessions")),
    )
    op.create_index(
        "ix_batch_sessions_batch_starts", "batch_sessions", ["batch_id", "starts_at"], unique=False
    )
    messaging.upgrade(op)


def downgrade() -> None:
    messaging.downgrade(op)
    for table in (
        "batch_sessions",
        "batches",
        "cities",
        "trainings",
        "states",
        "settings",
        "removed_references",
        "organizations",
        "discarded_files",
        "countries",
        "categories",
    ):
        op.drop_table(table)
    op.execute("DROP FUNCTION search_pattern(text)")
    op.execute("DROP FUNCTION search_fold(text)")
