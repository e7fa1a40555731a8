import { omit } from 'zod/mini';
import { type EnrollmentRead, exportEnrollments } from '@/api/enrollment';
import {
  listEnrollmentRequestsOptions,
  listEnrollmentsOptions,
  listMyEnrollmentsOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { zListEnrollmentsQuery, zListMyEnrollmentsQuery } from '@/api/enrollment/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';
import { isPending } from './nextStep';
import { myBatchPath } from './PayButton';
import { detailPath, type Preset, presets } from './presets';

const REFRESH_MS = 60_000;
const PENDING_MS = 15_000;

// A list of a single status has no status filter.
const zQueryOfOneState = omit(zListEnrollmentsQuery, { status: true });

/** Defines a list of enrollments for one purpose; admins see all organizations. */
function defineEnrollmentList(preset: Preset) {
  const { list, status, sort } = presets[preset];
  return defineList({
    key: `enrollments-${preset}`,
    path: paths[list],
    schema: (status ? zQueryOfOneState : zListEnrollmentsQuery) as typeof zListEnrollmentsQuery,
    query: (query) => ({
      ...(preset === 'requests'
        ? listEnrollmentRequestsOptions({ query })
        : listEnrollmentsOptions({ query: status ? { ...query, status: [status] } : query })),
      refetchInterval: REFRESH_MS,
    }),
    file: (query) =>
      exportEnrollments({
        query: status ? { ...query, status: [status] } : query,
        parseAs: 'blob',
      }),
    href: ({ id }: EnrollmentRead) => href(detailPath(preset), { id }),
    sort,
  });
}

/** The dashboard's lists, by purpose. */
export const enrollmentLists = {
  all: defineEnrollmentList('all'),
  rejected: defineEnrollmentList('rejected'),
  pending: defineEnrollmentList('pending'),
  requests: defineEnrollmentList('requests'),
};

const zBatchEnrollmentsQuery = omit(zListEnrollmentsQuery, { batch_id: true });

/** The people of one batch. */
export const enrollmentsOfBatch = (batchId: string) =>
  defineList({
    key: `enrollments-of-${batchId}`,
    path: href(paths.batchCandidates, { uuid: batchId }),
    schema: zBatchEnrollmentsQuery,
    query: (query) => ({
      ...listEnrollmentsOptions({ query: { ...query, batch_id: batchId } }),
      refetchInterval: REFRESH_MS,
    }),
    file: (query) => exportEnrollments({ query: { ...query, batch_id: batchId }, parseAs: 'blob' }),
    href: ({ id }: EnrollmentRead) => href(paths.enrollment, { id }),
  });

/** The candidate's own enrollments. */
export const ownEnrollments = defineList({
  key: 'my-trainings',
  path: paths.myTrainings,
  schema: zListMyEnrollmentsQuery,
  query: (query) => ({
    ...listMyEnrollmentsOptions({ query }),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isPending) ? PENDING_MS : false),
  }),
  href: (row: EnrollmentRead) => myBatchPath(row),
});
