-- A catalogue of :batches batches, a twentieth as many trainings, and an organization for each fifty
-- of those. One subject stands in every tenth title. A batch in five is over.
CREATE TEMP TABLE subjects (n int, en text, ar text);
INSERT INTO subjects VALUES
  (0, 'cranes', 'الرافعات'), (1, 'warehouses', 'المستودعات'), (2, 'customs', 'الجمارك'),
  (3, 'forklifts', 'الشوكيات'), (4, 'containers', 'الحاويات'), (5, 'safety', 'السلامة'),
  (6, 'fleets', 'الأساطيل'), (7, 'ports', 'الموانئ'), (8, 'freight', 'الشحن'), (9, 'railways', 'السكك');
CREATE TEMP TABLE verbs (n int, en text, ar text);
INSERT INTO verbs VALUES
  (0, 'Operating', 'تشغيل'), (1, 'Planning', 'تخطيط'), (2, 'Managing', 'إدارة'),
  (3, 'Inspecting', 'فحص'), (4, 'Maintaining', 'صيانة'), (5, 'Auditing', 'تدقيق'),
  (6, 'Improving', 'تطوير');

INSERT INTO countries (id, code, alpha3, numeric_code, name_en, name_ar, flag_emoji, active)
SELECT gen_random_uuid(), 'ZZ', 'ZZZ', '999', 'Benchland', 'بلاد', '', true
WHERE NOT EXISTS (SELECT FROM countries);

CREATE TEMP TABLE new_cities AS
SELECT n, gen_random_uuid() AS id FROM generate_series(0, 39) AS n;
INSERT INTO cities (id, country_id, name_en, name_ar, latitude, longitude, population, active)
SELECT id, (SELECT id FROM countries LIMIT 1), 'Benchcity ' || n, 'بلدة ' || n,
  20 + n * 0.25, 40 + n * 0.25, n, true
FROM new_cities;

CREATE TEMP TABLE new_categories AS
SELECT n, gen_random_uuid() AS id FROM generate_series(0, 39) AS n;
INSERT INTO categories (id, parent_id, slug, name_en, name_ar, description_en, description_ar, icon,
  position, active)
SELECT own.id, main.id, 'bench-' || own.n, 'Field ' || own.n, 'مجال ' || own.n, '', '', '',
  own.n, true
FROM new_categories own LEFT JOIN new_categories main ON main.n = own.n % 8 AND own.n >= 8
ORDER BY own.n;

CREATE TEMP TABLE new_organizations AS
SELECT n, gen_random_uuid() AS id FROM generate_series(0, :batches / 1000) AS n;
INSERT INTO organizations (id, name_en, name_ar, status, source_version)
SELECT id, 'Academy ' || n, 'أكاديمية ' || n, 'approved', 1 FROM new_organizations;

CREATE TEMP TABLE new_trainings AS
SELECT n, gen_random_uuid() AS id FROM generate_series(0, :batches / 20 - 1) AS n;
INSERT INTO trainings (id, organization_id, category_id, code, title_en, title_ar, summary_en,
  summary_ar, description_en, description_ar, description_text_en, description_text_ar,
  objectives_en, objectives_ar, audience_en, audience_ar, prerequisites_en, prerequisites_ar, level,
  language, duration_hours, standard_code, status, version)
SELECT training.id, organization.id, category.id, 'BENCH-' || training.n,
  verb.en || ' ' || subject.en || ' ' || training.n, verb.ar || ' ' || subject.ar || ' ' || training.n,
  'What a team needs every day', 'ما يحتاجه الفريق كل يوم', '', '',
  repeat('From the first delivery to the last report, step by step and with practice. ', 4),
  repeat('من أول إرسالية حتى آخر تقرير، خطوة خطوة ومع التطبيق العملي. ', 4),
  '{}', '{}', '', '', '', '',
  (ARRAY['foundation', 'intermediate', 'advanced'])[1 + training.n % 3], 'ar', 8 + training.n % 40,
  '', 'published', 1
FROM new_trainings training
JOIN new_organizations organization ON organization.n = training.n / 50
JOIN new_categories category ON category.n = 8 + training.n % 32
JOIN subjects subject ON subject.n = training.n % 10
JOIN verbs verb ON verb.n = training.n % 7;

INSERT INTO batches (id, training_id, organization_id, code, mode, language, city_id, venue_en,
  venue_ar, trainer_en, trainer_ar, starts_at, ends_at, enrollment_opens_at, enrollment_closes_at,
  price_minor, currency, capacity, requires_acceptance, payment_window_minutes, status, seats_taken,
  waiting, seats_sequence, version)
SELECT gen_random_uuid(), training.id, organization.id, 'BENCH-' || k,
  (ARRAY['in_person', 'hybrid', 'online'])[1 + k % 3],
  (ARRAY['ar', 'en', 'bilingual'])[1 + k / 7 % 3],
  CASE WHEN k % 3 < 2 THEN city.id END, '', '', '', '', starts_at, starts_at + interval '3 days',
  starts_at - interval '90 days', starts_at - interval '1 day', k % 40 * 10000, 'SAR', 10 + k % 20,
  false, 2880, 'published', k % 10, 0, 0, 1
FROM generate_series(0, :batches - 1) AS series(k)
JOIN new_trainings training ON training.n = k / 20
JOIN new_organizations organization ON organization.n = training.n / 50
JOIN new_cities city ON city.n = k / 3 % 40,
LATERAL (SELECT date_trunc('hour', now()) + (k::bigint * 7919 % 450 - 90) * interval '1 day') AS start(starts_at);
