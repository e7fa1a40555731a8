"""The baseline: all tables of the first release."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search
from kit.messaging import migration as messaging
from kit.web import idempotency_migration as idempotency
from kit.web.invariants import migration as invariants
from sqlalchemy.dialects import postgresql

revision = "a22e111cc9c4"
down_revision = None
branch_labels = None
depends_on = None

# Arabic suffixes are those of the stemmer "light10" (Larkey, Ballesteros, Connell: Light Stemming for
# Arabic Information Retrieval, 2007) in the letters of `search_fold`; PostgreSQL's Snowball stemmer
# does not reduce the plural "مستودعات" to "مستودع". English stems are Snowball's where the word begins
# with the stem and the stem has five letters; otherwise only a final s is removed.
STEM = r"""
CREATE FUNCTION search_stem(word text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE
  WHEN search_fold(word) ~ '[ء-ي]'
    THEN regexp_replace(search_fold(word), '(?<=[ء-ي]{3})(ها|ان|ات|ون|ين|يه|ه|ي)$', '')
  WHEN starts_with(search_fold(word), rtrim((ts_lexize('english_stem', search_fold(word)))[1], 'i'))
    AND length(rtrim((ts_lexize('english_stem', search_fold(word)))[1], 'i')) >= 5
    THEN rtrim((ts_lexize('english_stem', search_fold(word)))[1], 'i')
  ELSE regexp_replace(search_fold(word), '(?<=[a-z]{3})s$', '')
END
"""
# The 64-bit number of the transaction, as a bigint because processes compare it.
NOTE_CHANGE = """
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := CAST(CAST(pg_current_xact_id() AS text) AS bigint);
  RETURN NEW;
END
$$
"""

BATCH_DOCUMENT = """
SELECT batches.id,
  concat_ws(' ', search_fold(batches.code), trainings.search, organizations.search,
    categories.search, main.search, cities.search),
  ARRAY[]::text[]
FROM batches
JOIN trainings ON trainings.id = batches.training_id
JOIN organizations ON organizations.id = trainings.organization_id
JOIN categories ON categories.id = trainings.category_id
LEFT JOIN categories AS main ON main.id = categories.parent_id
LEFT JOIN cities ON cities.id = batches.city_id
"""
BATCH_SOURCES = {
    "batches": search.Source("code, training_id, city_id", "SELECT changed.id FROM changed"),
    "trainings": search.Source(
        "search, organization_id, category_id",
        "SELECT batches.id FROM changed JOIN batches ON batches.training_id = changed.id",
        is_required=True,
    ),
    "organizations": search.Source(
        "search",
        "SELECT batches.id FROM changed JOIN batches ON batches.organization_id = changed.id",
        is_required=True,
    ),
    "categories": search.Source(
        "search, parent_id",
        "SELECT batches.id FROM changed"
        " JOIN categories AS own ON changed.id IN (own.id, own.parent_id)"
        " JOIN trainings ON trainings.category_id = own.id"
        " JOIN batches ON batches.training_id = trainings.id",
        is_required=True,
    ),
    "cities": search.Source(
        "search",
        "SELECT batches.id FROM changed JOIN batches ON batches.city_id = changed.id",
        is_required=True,
    ),
}


def upgrade() -> None:  # noqa: PLR0915
    search.upgrade(op)
    messaging.upgrade(op)
    idempotency.upgrade(op)
    invariants.upgrade(op)
    op.execute(STEM)
    # A trusted extension, as those of `search`: a database's owner may create it.
    op.execute("CREATE EXTENSION IF NOT EXISTS fuzzystrmatch WITH SCHEMA public")
    op.create_table(
        "calendar_feeds",
        sa.Column("owner_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("owner_id", name=op.f("pk_calendar_feeds")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_calendar_feeds_token_hash")),
    )
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
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
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
    op.create_index(op.f("ix_categories_parent_id"), "categories", ["parent_id"])
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
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_table(
        "discarded_files",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_discarded_files")),
    )
    op.create_index(op.f("ix_discarded_files_due_at"), "discarded_files", ["due_at"])
    op.create_table(
        "organizations",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("suspended", sa.Boolean(), server_default="false", nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )
    op.create_table(
        "page_versions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("slug", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("summary_en", sa.String(), nullable=False),
        sa.Column("summary_ar", sa.String(), nullable=False),
        sa.Column("blocks", postgresql.JSONB(), nullable=False),
        sa.Column("publish_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_by", sa.Uuid(), nullable=True),
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
        sa.PrimaryKeyConstraint("id", name=op.f("pk_page_versions")),
        sa.UniqueConstraint("slug", "number", name=op.f("uq_page_versions_slug")),
    )
    op.create_index("ix_page_versions_public", "page_versions", ["slug", "publish_at"])
    op.create_index(
        "uq_page_versions_draft",
        "page_versions",
        ["slug"],
        unique=True,
        postgresql_where=sa.text("publish_at IS NULL"),
    )
    op.create_table(
        "registration_fees",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("profile_type", sa.String(length=20), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_by", sa.Uuid(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_registration_fees")),
        sa.UniqueConstraint("profile_type", "valid_from", name="uq_registration_fees_valid_from"),
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
        sa.Column("value", postgresql.JSONB(), nullable=False),
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
        "trainers",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trainers")),
    )
    op.create_index("ix_trainers_organization", "trainers", ["organization_id", "id"])
    op.create_table(
        "announcements",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("category_id", sa.Uuid(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("summary_en", sa.String(), nullable=False),
        sa.Column("summary_ar", sa.String(), nullable=False),
        sa.Column("description_en", sa.String(), nullable=False),
        sa.Column("description_ar", sa.String(), nullable=False),
        sa.Column("eligibility_en", sa.String(), nullable=False),
        sa.Column("eligibility_ar", sa.String(), nullable=False),
        sa.Column("fee_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("staff_needed", sa.Integer(), nullable=False),
        sa.Column("opens_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("submitted_by", sa.Uuid(), nullable=True),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column(
            "remarks", postgresql.JSONB(), server_default=sa.text("'[]'::jsonb"), nullable=False
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_by", sa.Uuid(), nullable=False),
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
                "search_fold(title_en || ' ' || title_ar || ' ' || summary_en || ' ' || summary_ar)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["category_id"], ["categories.id"], name=op.f("fk_announcements_category_id_categories")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
    )
    op.create_index("ix_announcements_category", "announcements", ["category_id"])
    op.create_index("ix_announcements_closes_at", "announcements", ["closes_at", "id"])
    op.create_index(
        "ix_announcements_search",
        "announcements",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_announcements_status", "announcements", ["status", "closes_at", "id"])
    op.create_index("ix_announcements_updated_at", "announcements", ["updated_at", "id"])
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
    op.create_index(op.f("ix_states_country_id"), "states", ["country_id"])
    op.create_index(
        "ix_states_search",
        "states",
        ["search"],
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
        sa.Column("description_text_en", sa.String(), nullable=False),
        sa.Column("description_text_ar", sa.String(), nullable=False),
        sa.Column("objectives_en", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("objectives_ar", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("audience_en", sa.String(), nullable=False),
        sa.Column("audience_ar", sa.String(), nullable=False),
        sa.Column("prerequisites_en", sa.String(), nullable=False),
        sa.Column("prerequisites_ar", sa.String(), nullable=False),
        sa.Column("level", sa.String(length=20), nullable=False),
        sa.Column("language", sa.String(length=20), nullable=False),
        sa.Column("duration_hours", sa.Integer(), nullable=False),
        sa.Column("standard_code", sa.String(), nullable=False),
        sa.Column("min_attendance_percent", sa.Integer(), nullable=True),
        sa.Column("min_score_percent", sa.Integer(), nullable=True),
        sa.Column("default_price_minor", sa.BigInteger(), nullable=True),
        sa.Column("certificate_valid_months", sa.Integer(), nullable=True),
        sa.Column("image_version", sa.String(), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
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
                "search_fold(code || ' ' || title_en || ' ' || title_ar || ' ' || summary_en || ' ' || summary_ar || ' ' || description_text_en || ' ' || description_text_ar)",
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
    op.create_index("ix_trainings_category", "trainings", ["category_id"])
    op.create_index("ix_trainings_level", "trainings", ["level", "id"])
    op.create_index("ix_trainings_organization_title", "trainings", ["organization_id", "title_en"])
    op.create_index(
        "ix_trainings_search",
        "trainings",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_trainings_standard_code",
        "trainings",
        ["standard_code"],
        postgresql_where=sa.text("standard_code <> ''"),
    )
    op.create_index(
        "ix_trainings_title_ar",
        "trainings",
        [sa.literal_column('title_ar COLLATE "ar-x-icu" text_ops'), "id"],
    )
    op.create_index(
        "ix_trainings_title_en",
        "trainings",
        [sa.literal_column('title_en COLLATE "und-x-icu" text_ops'), "id"],
    )
    op.create_index("ix_trainings_updated_at", "trainings", ["updated_at", "id"])
    op.create_table(
        "announcement_attachments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("announcement_id", sa.Uuid(), nullable=False),
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
            ["announcement_id"],
            ["announcements.id"],
            name=op.f("fk_announcement_attachments_announcement_id_announcements"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcement_attachments")),
    )
    op.create_index(
        op.f("ix_announcement_attachments_announcement_id"),
        "announcement_attachments",
        ["announcement_id"],
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
    op.create_index("ix_cities_country_population", "cities", ["country_id", "population"])
    op.create_index("ix_cities_population", "cities", ["population", "id"])
    op.create_index(
        "ix_cities_search",
        "cities",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_cities_state_population", "cities", ["state_id", "population"])
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
            name=op.f("fk_training_attachments_training_id_trainings"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_training_attachments")),
    )
    op.create_index(
        "ix_training_attachments_training", "training_attachments", ["training_id", "created_at"]
    )
    op.create_table(
        "batches",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("mode", sa.String(length=20), nullable=False),
        sa.Column("language", sa.String(length=20), nullable=False),
        sa.Column("city_id", sa.Uuid(), nullable=True),
        sa.Column("venue_en", sa.String(), nullable=False),
        sa.Column("venue_ar", sa.String(), nullable=False),
        sa.Column("trainer_id", sa.Uuid(), nullable=True),
        sa.Column("trainer_en", sa.String(), nullable=False),
        sa.Column("trainer_ar", sa.String(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("enrollment_opens_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("enrollment_closes_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("price_minor", sa.BigInteger(), nullable=False),
        sa.Column("price_10_minor", sa.BigInteger(), nullable=True),
        sa.Column("price_50_minor", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("minimum", sa.Integer(), nullable=True),
        sa.Column("requires_acceptance", sa.Boolean(), nullable=False),
        sa.Column("payment_window_minutes", sa.Integer(), nullable=False),
        sa.Column("waiting_list", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("free_cancellation_hours", sa.Integer(), server_default="48", nullable=False),
        sa.Column("kept_percent", sa.Integer(), server_default="100", nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
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
        sa.Column("changed_in", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint("capacity > 0", name=op.f("ck_batches_capacity_positive")),
        sa.CheckConstraint("kept_percent BETWEEN 0 AND 100", name=op.f("ck_batches_kept_percent")),
        sa.CheckConstraint(
            "price_10_minor BETWEEN 0 AND price_minor", name=op.f("ck_batches_price_10_lower")
        ),
        sa.CheckConstraint(
            "price_50_minor BETWEEN 0 AND coalesce(price_10_minor, price_minor)",
            name=op.f("ck_batches_price_50_lower"),
        ),
        sa.CheckConstraint("price_minor >= 0", name=op.f("ck_batches_price_not_negative")),
        sa.CheckConstraint("starts_at < ends_at", name=op.f("ck_batches_starts_before_end")),
        sa.ForeignKeyConstraint(["city_id"], ["cities.id"], name=op.f("fk_batches_city_id_cities")),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name=op.f("fk_batches_organization_id_organizations"),
        ),
        sa.ForeignKeyConstraint(
            ["trainer_id"], ["trainers.id"], name=op.f("fk_batches_trainer_id_trainers")
        ),
        sa.ForeignKeyConstraint(
            ["training_id"], ["trainings.id"], name=op.f("fk_batches_training_id_trainings")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
        sa.UniqueConstraint("organization_id", "code", name=op.f("uq_batches_organization_id")),
    )
    op.create_index("ix_batches_changed_in", "batches", ["changed_in"])
    op.create_index("ix_batches_city", "batches", ["city_id"])
    op.create_index("ix_batches_organization_starts", "batches", ["organization_id", "starts_at"])
    op.create_index(
        "ix_batches_public",
        "batches",
        ["ends_at", "starts_at", "id"],
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_batches_seats_left",
        "batches",
        [
            sa.literal_column(
                "(CASE WHEN waiting > 0 THEN 0 ELSE greatest(capacity - seats_taken, 0) END) int4_ops"
            ),
            "starts_at",
            "id",
        ],
    )
    op.create_index("ix_batches_starts", "batches", ["starts_at", "id"])
    op.create_index("ix_batches_trainer_starts", "batches", ["trainer_id", "starts_at"])
    op.create_index("ix_batches_training_starts", "batches", ["training_id", "starts_at"])
    op.create_table(
        "training_alerts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("city_id", sa.Uuid(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["city_id"],
            ["cities.id"],
            name=op.f("fk_training_alerts_city_id_cities"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["training_id"],
            ["trainings.id"],
            name=op.f("fk_training_alerts_training_id_trainings"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_training_alerts")),
        sa.UniqueConstraint(
            "user_id",
            "training_id",
            "city_id",
            name="uq_training_alerts_user_id",
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_index("ix_training_alerts_city", "training_alerts", ["city_id"])
    op.create_index("ix_training_alerts_training", "training_alerts", ["training_id", "id"])
    op.create_table(
        "batch_news",
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column(
            "queued_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("after", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["batch_id"],
            ["batches.id"],
            name=op.f("fk_batch_news_batch_id_batches"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("batch_id", name=op.f("pk_batch_news")),
    )
    op.create_table(
        "batch_sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("venue_en", sa.String(), server_default="", nullable=False),
        sa.Column("venue_ar", sa.String(), server_default="", nullable=False),
        sa.Column("online_url", sa.String(), nullable=True),
        sa.Column("trainer_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["batch_id"],
            ["batches.id"],
            name=op.f("fk_batch_sessions_batch_id_batches"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["trainer_id"], ["trainers.id"], name=op.f("fk_batch_sessions_trainer_id_trainers")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch_sessions")),
    )
    op.create_index("ix_batch_sessions_batch_starts", "batch_sessions", ["batch_id", "starts_at"])
    op.create_index("ix_batch_sessions_starts", "batch_sessions", ["starts_at"])
    op.create_index("ix_batch_sessions_trainer", "batch_sessions", ["trainer_id"])
    op.create_table(
        "saved_batches",
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["batches.id"], name=op.f("fk_saved_batches_batch_id_batches")
        ),
        sa.PrimaryKeyConstraint("profile_id", "batch_id", name=op.f("pk_saved_batches")),
    )
    op.create_index(op.f("ix_saved_batches_batch_id"), "saved_batches", ["batch_id"])
    op.execute(NOTE_CHANGE)
    op.execute(
        "CREATE TRIGGER note_change BEFORE INSERT OR UPDATE ON batches"
        " FOR EACH ROW EXECUTE FUNCTION note_change()"
    )
    search.create_documents(op)
    search.create_triggers(op, "batch", "batches", BATCH_DOCUMENT, BATCH_SOURCES)
