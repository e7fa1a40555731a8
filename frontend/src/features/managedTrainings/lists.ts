import { exportManagedTrainings, type TrainingCard } from '@/api/catalog';
import { listManagedTrainingsOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { zListManagedTrainingsQuery } from '@/api/catalog/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The organization's trainings; for admins, all. */
export const managedTrainings = defineList({
  key: 'managed-trainings',
  path: paths.manageTrainings,
  schema: zListManagedTrainingsQuery,
  query: (query) => listManagedTrainingsOptions({ query }),
  file: (query) => exportManagedTrainings({ query, parseAs: 'blob' }),
  href: ({ id }: TrainingCard) => href(paths.trainingView, { id }),
});
