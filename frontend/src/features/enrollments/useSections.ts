import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isAllowed } from '@/lib/access';
import { useSession } from '@/lib/session';
import { access } from '@/routes/access';
import { paths } from '@/routes/paths';
import { enrollmentCountsQuery } from './deskQueries';
import { type Preset, presets } from './presets';

const ORDER: readonly Preset[] = ['all', 'requests', 'pending', 'rejected'];

/** Returns the enrollment lists that the user can open, with their counts. */
export function useSections() {
  const { t } = useTranslation();
  const session = useSession();
  const { data } = useQuery(enrollmentCountsQuery());
  const countByStatus = (status: (typeof presets)[Preset]['status']) =>
    data && {
      count: status ? data.counts[status] : sum(Object.values(data.counts)),
      capped: status ? data.capped.includes(status) : data.capped.length > 0,
    };
  return {
    label: t('routes.enrollments'),
    of: [
      ...ORDER.filter((preset) => isAllowed(access[presets[preset].list], session)).map(
        (preset) => ({
          to: paths[presets[preset].list],
          label: t(`enrollments.${preset}.tab`),
          ...countByStatus(presets[preset].status),
        }),
      ),
      ...(isAllowed(access.bulkEnrollments, session)
        ? [{ to: paths.bulkEnrollments, label: t('routes.bulkEnrollments') }]
        : []),
    ],
  };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
