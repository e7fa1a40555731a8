import type { LevelRead } from '@/api/approvals';
import { listApprovalLevelsOptions } from '@/api/approvals/@tanstack/react-query.gen';
import { zListApprovalLevelsQuery } from '@/api/approvals/zod.gen';
import { defineList } from '@/components/list/list';
import { paths } from '@/routes/paths';

/** The levels of all content types, or of one. */
export const approvalLevels = defineList<LevelRead, typeof zListApprovalLevelsQuery>({
  key: 'approval-levels',
  path: paths.approvalLevels,
  schema: zListApprovalLevelsQuery,
  query: (query) => listApprovalLevelsOptions({ query }),
});
