import type { UseQueryOptions } from '@tanstack/react-query';
import type { BatchCard, TrainingCard } from '@/api/catalog';
import {
  listManagedBatchesOptions,
  listManagedTrainingsOptions,
} from '@/api/catalog/@tanstack/react-query.gen';
import type { EnrollmentRead } from '@/api/enrollment';
import { listEnrollmentsOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import type { AccountRow, CandidateRow, OrganizationRow, StaffRow } from '@/api/identity';
import {
  listCandidatesOptions,
  listOrganizationsOptions,
  listStaffOptions,
  listUsersOptions,
} from '@/api/identity/@tanstack/react-query.gen';
import type { PaymentRow } from '@/api/payments';
import { listPaymentsOptions } from '@/api/payments/@tanstack/react-query.gen';
import { type Locale, localized } from '@/i18n';
import type { Any } from '@/lib/any';
import { formatDate } from '@/lib/format';
import { href, paths, type RouteName } from '@/routes/paths';

/** A result: its name, a distinguishing note, and its path. */
export interface Hit {
  label: string;
  note: string;
  to: string;
}

interface Searched<Row> {
  /** The list's page, searched if the user can open it, and the heading of its results. */
  route: RouteName;
  options: (search: string) => UseQueryOptions<Any, Any, { data: Row[] }, Any>;
  hit: (row: Row, locale: Locale) => Hit;
}

// Only the best results of each list; its page has more.
const page_size = 5;

const createSource = <Row>({ route, options, hit }: Searched<Row>) => ({
  route,
  find: (search: string, locale: Locale): UseQueryOptions<Any, Any, Hit[], Any> => ({
    ...options(search),
    select: ({ data }: { data: Row[] }) => data.map((row) => hit(row, locale)),
  }),
});

const person = (
  row: { name_en: string; name_ar: string; email: string },
  locale: Locale,
  to: string,
): Hit => ({ label: localized(row, 'name', locale), note: row.email, to });

/** The searched lists, in display order. */
export const sources = [
  createSource<EnrollmentRead>({
    route: 'enrollments',
    options: (search) => listEnrollmentsOptions({ query: { search, page_size } }),
    hit: ({ id, candidate, batch }, locale) => ({
      label: localized(candidate, 'name', locale),
      note: `${localized(batch, 'title', locale)} · ${batch.code}`,
      to: href(paths.enrollment, { id }),
    }),
  }),
  createSource<CandidateRow>({
    route: 'candidates',
    options: (search) => listCandidatesOptions({ query: { search, page_size } }),
    hit: (row, locale) => person(row, locale, href(paths.candidateView, { id: row.id })),
  }),
  createSource<PaymentRow>({
    route: 'payments',
    options: (search) => listPaymentsOptions({ query: { search, page_size } }),
    hit: (row, locale) => ({
      label: row.reference,
      note: [localized(row, 'payer_name', locale), localized(row, 'title', locale)]
        .filter(Boolean)
        .join(' · '),
      to: href(paths.payment, { id: row.id }),
    }),
  }),
  createSource<BatchCard>({
    route: 'manageBatches',
    options: (search) => listManagedBatchesOptions({ query: { search, page_size } }),
    hit: ({ id, code, training, starts_at }, locale) => ({
      label: localized(training, 'title', locale),
      note: `${code} · ${formatDate(starts_at, locale)}`,
      to: href(paths.manageBatch, { uuid: id }),
    }),
  }),
  createSource<TrainingCard>({
    route: 'manageTrainings',
    options: (search) => listManagedTrainingsOptions({ query: { search, page_size } }),
    hit: (row, locale) => ({
      label: localized(row, 'title', locale),
      note: row.code,
      to: href(paths.trainingView, { id: row.id }),
    }),
  }),
  createSource<StaffRow>({
    route: 'staff',
    options: (search) => listStaffOptions({ query: { search, page_size } }),
    hit: (row, locale) => person(row, locale, href(paths.staffView, { id: row.id })),
  }),
  createSource<OrganizationRow>({
    route: 'organizations',
    options: (search) => listOrganizationsOptions({ query: { search, page_size } }),
    hit: (row, locale) => person(row, locale, href(paths.organization, { id: row.id })),
  }),
  createSource<AccountRow>({
    route: 'users',
    options: (search) => listUsersOptions({ query: { search, page_size } }),
    hit: (row, locale) => person(row, locale, href(paths.userView, { id: row.id })),
  }),
];
