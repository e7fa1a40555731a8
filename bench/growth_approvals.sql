INSERT INTO organizations (id, suspended, source_version)
SELECT pg_temp.id('organization', n), n % 50 = 49, 1 FROM generate_series(0::bigint, :organizations) AS n;

INSERT INTO approvers (user_id, profile_id, name_en, name_ar, email, active, source_version)
SELECT pg_temp.id('user', n), pg_temp.id('person', n), pg_temp.name_en(n), pg_temp.name_ar(n),
  'person' || n || '@example.com', true, 1
FROM generate_series(1, 20) AS n;

INSERT INTO levels (id, content_type, position, name_en, name_ar, rule, target_days)
SELECT pg_temp.id('level', n), 'announcement', n, 'Level ' || n, 'المستوى ' || n, 'any', 3
FROM generate_series(1, 2) AS n;

INSERT INTO level_approvers (id, level_id, user_id)
SELECT pg_temp.id('assignment', n), pg_temp.id('level', 1 + n % 2), pg_temp.id('user', n)
FROM generate_series(1, 20) AS n;

-- Two in a hundred wait, a half of them at a level of the admin who asks.
INSERT INTO requests (id, content_type, content_id, submission, name_en, name_ar, organization_id,
  submitted_by, submitted_at, status, step, step_since, due_on, snapshot, decided_by, decided_at)
SELECT pg_temp.id('request', n), CASE WHEN waits OR n % 2 = 0 THEN 'announcement' ELSE 'staff' END,
  pg_temp.id('content', n), 1, pg_temp.name_en(n * 7919 % :people), pg_temp.name_ar(n * 7919 % :people),
  pg_temp.organization(n), pg_temp.id('user', 1000 + n), submitted_at,
  CASE WHEN waits THEN 'pending' ELSE (ARRAY['approved', 'approved', 'rejected', 'returned'])[1 + n / 7 % 4] END,
  1 + n / 50 % 2, submitted_at, CASE WHEN waits THEN submitted_at::date + 730 END,
  jsonb_build_object('fields', jsonb_build_array(), 'note', repeat('What was submitted. ', 40)),
  CASE WHEN NOT waits THEN pg_temp.id('user', 1) END, CASE WHEN NOT waits THEN submitted_at END
FROM generate_series(0::bigint, :batches - 1) AS n,
LATERAL (SELECT n % 50 = 3 AS waits, pg_temp.moment(n, :batches) AS submitted_at) AS given;

INSERT INTO steps (request_id, position, level_id, name_en, name_ar, rule, target_days)
SELECT pg_temp.id('request', n), step, pg_temp.id('level', step), 'Level', 'المستوى', 'any', 3
FROM generate_series(0::bigint, :batches - 1) AS n, generate_series(1, 2) AS step;
