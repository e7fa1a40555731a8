INSERT INTO contacts (user_id, email, phone, name_en, name_ar, locale, verified, source_version)
SELECT pg_temp.id('user', n), 'person' || n || '@example.com', '+9665' || lpad(n::text, 8, '0'),
  pg_temp.name_en(n), pg_temp.name_ar(n), 'ar', true, 1
FROM generate_series(0::bigint, :people - 1) AS n;

-- A person in a hundred has as many as all of the others.
INSERT INTO notifications (id, user_id, topic, version, kind, title_en, title_ar, body_en, body_ar,
  link, created_at, read_at)
SELECT pg_temp.id('notification', n),
  pg_temp.id('user', CASE WHEN n % 2 = 0 THEN n / 2 % (:people / 100) ELSE n * 7919 % :people END),
  'enrollment:' || n, 1,
  (ARRAY['enrollment_confirmed', 'payment_received', 'certificate_issued', 'batch_moved'])[1 + n % 4],
  'Your seat is confirmed', 'تم تأكيد مقعدك', repeat('Everything that you need to know. ', 4),
  repeat('كل ما تحتاج إلى معرفته. ', 4), '/my/batches', created_at,
  CASE WHEN n % 3 > 0 THEN created_at + interval '1 hour' END
FROM generate_series(0::bigint, :notices - 1) AS n,
LATERAL (SELECT pg_temp.moment(n, :notices) AS created_at) AS given;

INSERT INTO deliveries (id, notification_id, user_id, channel, status, kind, attempts, unanswered,
  next_attempt_at, last_error, created_at, sent_at)
SELECT pg_temp.id('delivery', n), pg_temp.id('notification', n), pg_temp.id('user', n * 7919 % :people),
  'email', CASE WHEN n % 20 = 7 THEN 'failed' ELSE 'sent' END, 'enrollment_confirmed', 1, 0, created_at,
  CASE WHEN n % 20 = 7 THEN '550 no such user' END, created_at, created_at
FROM generate_series(0::bigint, :notices - 1) AS n,
LATERAL (SELECT pg_temp.moment(n, :notices) AS created_at) AS given;

INSERT INTO inquiries (id, reference, name, email, phone, topic, message, locale, status, version,
  created_at, updated_at)
SELECT pg_temp.id('inquiry', n), 'Q-' || lpad(n::text, 7, '0'), pg_temp.name_ar(n * 7919 % :people),
  'person' || n || '@example.com', '+9665' || lpad(n::text, 8, '0'),
  (ARRAY['enrollment', 'payment', 'account', 'other'])[1 + n % 4],
  repeat('متى تبدأ الدورة التالية؟ ', 10), 'ar',
  CASE WHEN n % 100 = 3 THEN 'open' WHEN n % 7 = 1 THEN 'answered' ELSE 'closed' END, 1, created_at,
  created_at + (n % 50) * interval '1 hour'
FROM generate_series(0::bigint, :batches - 1) AS n,
LATERAL (SELECT pg_temp.moment(n, :batches) AS created_at) AS given;
