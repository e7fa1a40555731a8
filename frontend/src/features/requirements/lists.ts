import {
  exportRequirementMatrix,
  type OrganizationPerson,
  type RequirementRow,
} from '@/api/enrollment';
import {
  getRequirementMatrixOptions,
  listRequirementPeopleOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { zGetRequirementMatrixQuery, zListRequirementPeopleQuery } from '@/api/enrollment/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** People by required training. */
export const requirements = defineList({
  key: 'requirements',
  path: paths.requirements,
  schema: zGetRequirementMatrixQuery,
  query: (query) => getRequirementMatrixOptions({ query }),
  file: (query) => exportRequirementMatrix({ query, parseAs: 'blob' }),
  href: ({ candidate_profile_id }: RequirementRow) =>
    href(paths.candidateView, { id: candidate_profile_id }),
});

/** All people of the organization, with their roles. */
export const requirementPeople = defineList({
  key: 'requirement-people',
  path: paths.requirementPeople,
  schema: zListRequirementPeopleQuery,
  query: (query) => listRequirementPeopleOptions({ query }),
  href: ({ candidate_profile_id }: OrganizationPerson) =>
    href(paths.candidateView, { id: candidate_profile_id }),
});
