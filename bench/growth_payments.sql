INSERT INTO payers (profile_id, user_id, subject_id, profile_type, email, phone, name_en, name_ar,
  locale, paid, active, source_version)
SELECT pg_temp.id('person', n), pg_temp.id('user', n), pg_temp.id('person', n), 'candidate',
  'person' || n || '@example.com', '+9665' || lpad(n::text, 8, '0'), pg_temp.name_en(n),
  pg_temp.name_ar(n), 'ar', true, true, 1
FROM generate_series(0::bigint, :people - 1) AS n;

INSERT INTO charges (id, reference, purpose, subject_id, payer_profile_id, payer_user_id,
  organization_id, amount_minor, asked_minor, vat_minor, vat_percent, currency, title_en, title_ar,
  subject_code, status, due_at, paid_at, closed_at, waived, late, payment_id, refunded_minor,
  has_receipt, version, created_at)
SELECT pg_temp.id('charge', n), 'ITQ-2026-' || lpad(n::text, 7, '0'), 'enrollment',
  pg_temp.id('enrollment', n), pg_temp.id('person', n * 7919 % :people),
  pg_temp.id('user', n * 7919 % :people), pg_temp.organization(n), 11500, 10000, 1500, 15, 'SAR',
  'Operating cranes ' || n % 500, 'تشغيل الرافعات ' || n % 500, 'BATCH-' || n / 10, status,
  CASE WHEN status = 'open' THEN created_at + interval '10 years' END,
  CASE WHEN status IN ('paid', 'refunded') THEN created_at + interval '5 minutes' END,
  CASE WHEN status = 'expired' THEN created_at + interval '2 days' END, false, false,
  CASE WHEN status IN ('paid', 'refunded') THEN pg_temp.id('payment', n) END,
  CASE WHEN status = 'refunded' THEN 11500 ELSE 0 END, true, 2, created_at
FROM generate_series(0::bigint, :payments - 1) AS n,
LATERAL (SELECT CASE WHEN n % 50 = 1 THEN 'refunded' WHEN n % 20 = 3 THEN 'open'
  WHEN n % 10 = 7 THEN 'expired' ELSE 'paid' END AS status,
  pg_temp.moment(n, :payments) AS created_at) AS given;

INSERT INTO payments (id, charge_id, organization_id, payer_profile_id, number, status, amount_minor,
  currency, way, special_reference,
  order_id, transaction_id, received_minor, card_brand, card_last4, failure_code, refunded_minor,
  expires_at, inquiries, completed_at, version, created_at)
SELECT pg_temp.id('payment', n), id, organization_id, payer_profile_id, 1,
  CASE WHEN status IN ('paid', 'refunded') THEN 'succeeded' ELSE 'failed' END, amount_minor, currency,
  CASE WHEN n % 20 = 5 THEN 'bank_transfer' ELSE 'card' END, reference || '-1', 70000000 + n,
  CASE WHEN status IN ('paid', 'refunded') THEN 900000000 + n * 17 END,
  CASE WHEN status IN ('paid', 'refunded') THEN amount_minor END, 'Visa', '1111',
  CASE WHEN paid_at IS NULL THEN 'declined' END, refunded_minor, created_at + interval '1 hour', 1,
  created_at + interval '5 minutes', 2, created_at
FROM generate_series(0::bigint, :payments - 1) AS n JOIN charges ON charges.id = pg_temp.id('charge', n)
ORDER BY n;

INSERT INTO refunds (id, payment_id, charge_id, transaction_id, amount_minor, currency, reason,
  request_key, method, status, attempts, done_at, created_at, has_credit_note)
SELECT pg_temp.id('refund', order_id), payments.id, charge_id, transaction_id, refunded_minor, currency,
  'requested', payments.id::text, 'refund', 'done', 1, completed_at, completed_at, true
FROM payments WHERE refunded_minor > 0;
