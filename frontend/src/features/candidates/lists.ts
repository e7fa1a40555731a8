import { type CandidateRow, exportCandidates } from '@/api/identity';
import { listCandidatesOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListCandidatesQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

const defineCandidateList = (key: string, path: string) =>
  defineList({
    key,
    path,
    schema: zListCandidatesQuery,
    query: (query) => listCandidatesOptions({ query }),
    file: (query) => exportCandidates({ query, parseAs: 'blob' }),
    href: ({ id }: CandidateRow) => href(paths.candidateView, { id }),
  });

/** An organization's own candidates; for admins, all of them. */
export const candidates = defineCandidateList('candidates', paths.candidates);

/** The candidates of one organization. */
export const organizationCandidates = defineCandidateList(
  'organization-candidates',
  paths.organizationCandidates,
);
