-- Run after `catalogue.sql`. The first organization, with 1,000 batches in each size, gets the ID that the
-- cases use. There are a tenth as many announcements as batches; nine in ten have closed.
CREATE TEMP TABLE known AS SELECT id FROM organizations WHERE name_en = 'Academy 0';
UPDATE organizations SET id = pg_temp.id('organization', 7) WHERE id = (SELECT id FROM known);
UPDATE trainings SET organization_id = pg_temp.id('organization', 7)
WHERE organization_id = (SELECT id FROM known);
UPDATE batches SET organization_id = pg_temp.id('organization', 7)
WHERE organization_id = (SELECT id FROM known);

INSERT INTO announcements (id, category_id, title_en, title_ar, summary_en, summary_ar,
  description_en, description_ar, eligibility_en, eligibility_ar, fee_minor, currency, staff_needed,
  opens_at, closes_at, status, submission, updated_by, version, updated_at)
SELECT pg_temp.id('announcement', k), category.id, verb.en || ' ' || subject.en || ' ' || k,
  verb.ar || ' ' || subject.ar || ' ' || k, 'What a port needs', 'ما يحتاجه الميناء', '', '', '', '', 10000,
  'SAR', 1 + k % 5, closes_at - interval '30 days', closes_at, 'published', 1, pg_temp.id('user', 0), 3,
  closes_at - interval '30 days'
FROM generate_series(0, :batches / 10 - 1) AS series(k)
JOIN new_categories category ON category.n = 8 + k % 32
JOIN subjects subject ON subject.n = k % 10
JOIN verbs verb ON verb.n = k % 7,
LATERAL (SELECT now() + interval '73 days' - k * (interval '730 days' / (:batches / 10)) AS closes_at) AS ends;
