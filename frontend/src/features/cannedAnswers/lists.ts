import type { CannedAnswerRead } from '@/api/notifications';
import { listCannedAnswersOptions } from '@/api/notifications/@tanstack/react-query.gen';
import { zListCannedAnswersQuery } from '@/api/notifications/zod.gen';
import { defineList } from '@/components/list/list';
import { paths } from '@/routes/paths';

/** Prepared answers to queries. */
export const cannedAnswers = defineList<CannedAnswerRead, typeof zListCannedAnswersQuery>({
  key: 'canned-answers',
  path: paths.cannedAnswers,
  schema: zListCannedAnswersQuery,
  query: (query) => listCannedAnswersOptions({ query }),
});
