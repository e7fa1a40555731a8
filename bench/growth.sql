-- What the filling of every service shares, for its connection only: ids that grow with the number as
-- ours grow with time, and names, of which each first and family name is that of many.
CREATE FUNCTION pg_temp.id(kind text, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN (left(md5(kind), 8) || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
CREATE FUNCTION pg_temp.name_en(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
RETURN (ARRAY['Huda', 'Omar', 'Sara', 'Faisal', 'Noura', 'Khalid', 'Reem', 'Saleh', 'Maha', 'Tariq',
  'Amal', 'Yousef'])[1 + n % 12] || ' ' || (ARRAY['Al-Otaibi', 'Al-Harbi', 'Al-Ghamdi', 'Al-Qahtani',
  'Al-Shehri', 'Al-Dosari', 'Al-Zahrani', 'Al-Mutairi', 'Al-Anazi', 'Al-Subaie', 'Al-Shammari',
  'Al-Juhani', 'Al-Rashidi', 'Al-Asmari', 'Al-Yami', 'Al-Balawi', 'Al-Amri', 'Al-Khaldi', 'Al-Omari',
  'Al-Faifi', 'Al-Hazmi', 'Al-Maliki', 'Al-Sulami', 'Al-Bishi', 'Al-Thaqafi'])[1 + n / 12 % 25];
CREATE FUNCTION pg_temp.name_ar(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
RETURN (ARRAY['هدى', 'عمر', 'سارة', 'فيصل', 'نورة', 'خالد', 'ريم', 'صالح', 'مها', 'طارق', 'أمل',
  'يوسف'])[1 + n % 12] || ' ' || (ARRAY['العتيبي', 'الحربي', 'الغامدي', 'القحطاني', 'الشهري', 'الدوسري',
  'الزهراني', 'المطيري', 'العنزي', 'السبيعي', 'الشمري', 'الجهني', 'الرشيدي', 'الأسمري', 'اليامي', 'البلوي',
  'العمري', 'الخالدي', 'العماري', 'الفيفي', 'الحازمي', 'المالكي', 'السلمي', 'البيشي', 'الثقفي'])[1 + n / 12 % 25];
-- One in five rows is the largest organization's; the others share the rest.
CREATE FUNCTION pg_temp.organization(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN pg_temp.id('organization', CASE WHEN n % 5 = 0 THEN 0 ELSE 1 + n % :organizations END);
-- Over two years, the last one now.
CREATE FUNCTION pg_temp.moment(n bigint, of bigint) RETURNS timestamptz LANGUAGE sql STABLE
RETURN now() - (of - n) * (interval '730 days' / of);
