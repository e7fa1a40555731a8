import { useTranslation } from 'react-i18next';
import type { AppealRow, AppealStatus } from '@/api/enrollment';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { appeals } from './lists';

const STATES = ['open', 'upheld', 'changed', 'withdrawn'] as const satisfies AppealStatus[];

const column = defineColumns<AppealRow>();

/** Appeals to the user's organization; for admins, all. */
export default function AppealListPage() {
  const { t } = useTranslation();
  const isAdmin = useSession().profile?.type === 'admin';
  return (
    <ListPage
      list={appeals}
      title={t('routes.appeals')}
      sections={useFamily('enrollments')}
      lead={t('appeals.lead')}
      tabs={{
        name: 'status',
        label: t('appeals.state'),
        options: toOptions(STATES, (state) => statusText(t, 'appeal', state)),
      }}
      search={t('appeals.search')}
      columns={[
        column.person('candidate', t('appeals.candidate'), { read: (row) => row.candidate }),
        column.localized('title', t('appeals.batch'), {
          read: (row) => row.batch,
          note: (row) => row.batch.code,
        }),
        ...(isAdmin ? [column.localized('organization', t('appeals.organization'))] : []),
        column.status('result', t('appeals.against'), 'enrollment_result'),
        column.date('created_at', t('appeals.appealed_on'), { style: 'datetime' }),
        column.status('status', t('appeals.status'), 'appeal'),
      ]}
      empty={{ title: t('appeals.none'), description: t('appeals.none_hint') }}
    />
  );
}
