import { useTranslation } from 'react-i18next';
import type { TrainingCard } from '@/api/catalog';
import { zTrainingLevel, zTrainingStatus } from '@/api/catalog/zod.gen';
import { Can } from '@/components/Can';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { LinkButton } from '@/components/RouterLinks';
import { useCategoryOptions } from '@/domain/useCategoryOptions';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { localized, useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { paths } from '@/routes/paths';
import { managedTrainings } from './lists';

const column = defineColumns<TrainingCard>();

/** The organization's trainings of every status. */
export default function TrainingListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isAdmin = useSession().profile?.type === 'admin';
  return (
    <ListPage
      list={managedTrainings}
      title={t('routes.manageTrainings')}
      action={
        <Can route="trainingAdd">
          <LinkButton variant="outlined" to={paths.trainingImport}>
            {t('imports.open')}
          </LinkButton>
          <LinkButton variant="contained" to={paths.trainingAdd}>
            {t('offers.add')}
          </LinkButton>
        </Can>
      }
      tabs={{
        name: 'status',
        label: t('offers.status'),
        options: toOptions(zTrainingStatus.options, (status) => statusText(t, 'training', status)),
      }}
      search={t('offers.search')}
      filters={[
        {
          kind: 'choice',
          name: 'category_id',
          label: t('offers.category'),
          options: useCategoryOptions(),
        },
        {
          kind: 'choice',
          name: 'level',
          label: t('offers.level'),
          options: toOptions(zTrainingLevel.options, (level) => t(`training_level.${level}`)),
        },
        ...useOrganizationFilter(),
      ]}
      columns={[
        {
          ...column.localized('title', t('offers.title'), { note: ({ code }) => code }),
          // Sorts by the title in the user's language.
          field: `title_${locale}`,
        },
        column.localized('name', t('common.organization'), {
          read: ({ organization }) => organization,
          hidden: !isAdmin,
        }),
        column.text('category', t('offers.category'), {
          read: ({ category }) => localized(category, 'name', locale),
        }),
        column.text('level', t('offers.level'), {
          read: ({ level }) => t(`training_level.${level}`),
          width: 125,
          hidden: true,
        }),
        column.date('starts_at', t('offers.next_batch'), {
          read: ({ next_batch }) => next_batch?.starts_at,
        }),
        column.text('batches', t('offers.open_batches'), {
          read: ({ batches }) => batches,
          hidden: true,
        }),
        column.text('seats_left', t('offers.seats_left'), {
          read: ({ batches, seats_left }) => (batches > 0 ? seats_left : '–'),
        }),
        column.date('updated_at', t('offers.updated')),
        column.status('status', t('offers.status'), 'training'),
      ]}
      empty={{ title: t('offers.none') }}
    />
  );
}
