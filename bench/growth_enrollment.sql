INSERT INTO organizations (id, name_en, name_ar, source_version)
SELECT pg_temp.id('organization', n), 'Academy ' || n, 'أكاديمية ' || n, 1
FROM generate_series(0::bigint, :organizations) AS n;

INSERT INTO profiles (id, user_id, username, email, phone, name_en, name_ar, source_version)
SELECT pg_temp.id('person', n), pg_temp.id('user', n), 'person' || n, 'person' || n || '@example.com',
  '+9665' || lpad(n::text, 8, '0'), pg_temp.name_en(n), pg_temp.name_ar(n), 1
FROM generate_series(0::bigint, :people - 1) AS n;

INSERT INTO batches (id, training_id, organization_id, code, title_en, title_ar, city_en, city_ar,
  starts_at, ends_at, enrollment_opens_at, enrollment_closes_at, price_minor, currency,
  requires_acceptance, payment_window_minutes, status, source_version)
SELECT pg_temp.id('batch', n), pg_temp.id('training', n / 20), pg_temp.organization(n), 'BATCH-' || n,
  'Operating cranes ' || n / 20, 'تشغيل الرافعات ' || n / 20, 'Riyadh', 'الرياض', starts_at,
  starts_at + interval '3 days', starts_at - interval '90 days', starts_at - interval '1 day', 10000,
  'SAR', false, 2880, 'published', 1
FROM generate_series(0::bigint, :batches - 1) AS n,
LATERAL (SELECT pg_temp.moment(n, :batches) + interval '30 days' AS starts_at) AS given;

INSERT INTO enrollments (id, batch_id, training_id, organization_id, candidate_profile_id,
  candidate_user_id, status, price_minor, currency, payment_due_at, charge_id, version, created_at,
  updated_at)
SELECT pg_temp.id('enrollment', n), batch.id, batch.training_id, batch.organization_id,
  pg_temp.id('person', n * 7919 % :people), pg_temp.id('user', n * 7919 % :people), given.status, 10000, 'SAR',
  CASE WHEN given.status = 'pending_payment' THEN created_at + interval '10 years' END,
  pg_temp.id('charge', n), 2, created_at, created_at + interval '5 minutes'
FROM generate_series(0::bigint, :enrollments - 1) AS n JOIN batches AS batch ON batch.id = pg_temp.id('batch', n / 2),
LATERAL (SELECT (ARRAY['completed', 'completed', 'completed', 'rejected', 'confirmed', 'confirmed',
  'pending_payment', 'waitlisted', 'requested', 'cancelled'])[1 + n / 3 % 10] AS status,
  pg_temp.moment(n, :enrollments) AS created_at) AS given
ORDER BY n;

INSERT INTO charges (id, enrollment_id, reference, status, amount_minor, refunded_minor,
  currency, source_version)
SELECT pg_temp.id('charge', n), pg_temp.id('enrollment', n), 'ITQ-2026-' || lpad(n::text, 7, '0'), 'paid',
  11500, 0, 'SAR', 1
FROM generate_series(0::bigint, :enrollments - 1) AS n;

-- Of five certificates of an enrollment the first is valid, and the others were superseded.
INSERT INTO certificates (id, number, enrollment_id, batch_id, training_id, organization_id,
  candidate_profile_id, candidate_user_id, holder_name_en, holder_name_ar, training_title_en,
  training_title_ar, organization_name_en, organization_name_ar, batch_code, started_on, ended_on,
  score_percent, status, issued_on, expires_on, is_public, status_index, paper_key, version, created_at)
SELECT pg_temp.id('certificate', n), translate(upper(left(md5(n::text), 12)), 'ILOU', 'JKMN'),
  enrollment.id, enrollment.batch_id, enrollment.training_id, enrollment.organization_id,
  enrollment.candidate_profile_id, enrollment.candidate_user_id, pg_temp.name_en(n * 7919 % :people),
  pg_temp.name_ar(n * 7919 % :people), 'Operating cranes ' || n % 500, 'تشغيل الرافعات ' || n % 500,
  'Academy', 'أكاديمية', 'BATCH-' || n % :enrollments / 2, given.created_at::date - 4, given.created_at::date - 2, 90,
  CASE WHEN n < :enrollments THEN 'issued' ELSE 'superseded' END, given.created_at::date,
  given.created_at::date + (730 + n % 365)::int, n % 3 = 0, n, 'paper', 1, given.created_at
FROM generate_series(0::bigint, :certificates - 1) AS n
JOIN enrollments AS enrollment ON enrollment.id = pg_temp.id('enrollment', n % :enrollments),
LATERAL (
  SELECT pg_temp.moment(n * 7 % greatest(:certificates, 1), greatest(:certificates, 1)) AS created_at
) AS given
ORDER BY given.created_at;
