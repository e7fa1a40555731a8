INSERT INTO organizations (id, name_en, name_ar, email, status, submission, version, created_at)
SELECT pg_temp.id('organization', n), 'Academy ' || n, 'أكاديمية ' || n, 'academy' || n || '@example.com',
  'approved', 1, 1, pg_temp.moment(n, :organizations + 1)
FROM generate_series(0::bigint, :organizations) AS n;

INSERT INTO users (id, username, email, phone, password_hash, name_en, name_ar, locale, civil_number,
  nationality, verified_at, active, principal_version, created_at, decoy)
SELECT pg_temp.id('user', n), 'person' || n, 'person' || n || '@example.com',
  '+9665' || lpad(n::text, 8, '0'), '', pg_temp.name_en(n), pg_temp.name_ar(n), 'ar',
  '1' || lpad(n::text, 9, '0'), 'SA', created_at, true, 1, created_at, false
FROM generate_series(0::bigint, :people - 1) AS n,
LATERAL (SELECT pg_temp.moment(n, :people) AS created_at) AS given;

INSERT INTO profiles (id, user_id, type, approval_status, submission, paid, version, created_at)
SELECT pg_temp.id('person', n), pg_temp.id('user', n), 'candidate', 'approved', 0, true, 1,
  pg_temp.moment(n, :people)
FROM generate_series(0::bigint, :people - 1) AS n;

-- One in ten belongs to the people of an organization as well.
INSERT INTO profiles (id, user_id, type, organization_id, approval_status, submission, paid, version,
  created_at)
SELECT pg_temp.id('member', n), pg_temp.id('user', n * 10), 'staff', pg_temp.organization(n), 'approved', 0,
  true, 1, pg_temp.moment(n, :people)
FROM generate_series(0::bigint, :people / 10 - 1) AS n;

INSERT INTO organization_candidates (organization_id, profile_id)
SELECT DISTINCT pg_temp.organization(n), pg_temp.id('person', n * 7919 % :people)
FROM generate_series(0::bigint, :enrollments - 1) AS n;

INSERT INTO audit_entries (id, recorded_at, service, action, noun, record_id, user_id, organization_id,
  network, before, after)
SELECT pg_temp.id('entry', n), pg_temp.moment(n, :entries), 'catalog',
  (ARRAY['created', 'updated', 'updated', 'deleted'])[1 + n % 4],
  (ARRAY['batch', 'training', 'announcement', 'setting'])[1 + n / 4 % 4], (n / 5)::text,
  pg_temp.id('user', n * 7919 % (:people / 10)), pg_temp.organization(n), '10.0.0.0/24',
  '{"capacity": 10}', '{"capacity": 12}'
FROM generate_series(0::bigint, :entries - 1) AS n;
