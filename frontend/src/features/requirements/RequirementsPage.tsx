import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type {
  RequiredTraining,
  RequirementCell,
  RequirementRow,
  RequirementState,
} from '@/api/enrollment';
import { BulkBar } from '@/components/list/BulkBar';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { useListState } from '@/components/list/useListState';
import { usePersonName } from '@/components/Person';
import { LinkButton } from '@/components/RouterLinks';
import { type Need, Renew } from '@/domain/Renew';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { formatDate } from '@/lib/format';
import { toOptions } from '@/lib/options';
import { statusColor, statusText } from '@/lib/statuses';
import { paths } from '@/routes/paths';
import { requirements } from './lists';
import { rolesQuery } from './queries';

const STATES = ['valid', 'expiring', 'expired', 'missing'] as const satisfies RequirementState[];

const column = defineColumns<RequirementRow>();

/** The certificates that people's job roles require, with their status. */
export default function RequirementsPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const personName = usePersonName();
  const { query: filters } = useListState(requirements.schema);
  const { data: roles = [] } = useQuery(rolesQuery);
  const trainings = [
    ...new Map(roles.flatMap((role) => role.trainings).map((each) => [each.id, each])).values(),
  ];
  const getRoleName = (id: string) =>
    localized(
      roles.find((role) => role.id === id),
      'name',
      locale,
    );
  return (
    <ListPage
      list={requirements}
      title={t('routes.requirements')}
      sections={useFamily('requirements')}
      lead={t('requirements.lead')}
      tabs={{
        name: 'state',
        label: t('requirements.state'),
        options: toOptions(STATES, (state) => statusText(t, 'requirement', state)),
      }}
      search={t('requirements.search')}
      filters={[
        {
          kind: 'choice',
          name: 'role_id',
          label: t('requirements.role'),
          options: roles.map((role) => ({ value: role.id, label: getRoleName(role.id) })),
        },
        {
          kind: 'choice',
          name: 'training_id',
          label: t('requirements.training'),
          options: trainings.map((each) => ({
            value: each.id,
            label: localized(each, 'title', locale),
          })),
        },
      ]}
      columns={[
        column.person('person', t('requirements.person'), { read: (row) => row }),
        column.text('roles', t('requirements.roles'), {
          read: ({ role_ids }) => role_ids.map(getRoleName).join(t('table.list_separator')),
        }),
        ...trainings.map((training) =>
          column.own(training.id, localized(training, 'title', locale), {
            minWidth: 190,
            cell: ({ cells }) => (
              <Cell cell={cells.find(({ training_id }) => training_id === training.id)} />
            ),
          }),
        ),
      ]}
      bulk={
        opens('bulkEnrollment')
          ? {
              selectable: ({ cells }) => cells.some(({ state }) => state !== 'valid'),
              label: (person) => t('table.select', { name: personName(person) }),
              render: (chosen, clear, all) =>
                chosen.length > 0 && (
                  <BulkBar
                    label={t('routes.requirements')}
                    count={chosen.length}
                    all={all}
                    onClear={clear}
                  >
                    <Renew needs={findNeeds(chosen, trainings)} trainingId={filters.training_id} />
                  </BulkBar>
                ),
            }
          : undefined
      }
      empty={{
        title: t('requirements.none'),
        description: t('requirements.none_hint'),
        action: (
          <LinkButton variant="contained" to={paths.jobRoles}>
            {t('routes.jobRoles')}
          </LinkButton>
        ),
      }}
      rowId={(row) => row.candidate_profile_id}
    />
  );
}

/** Returns the certificates that the selected people lack or that expire soon. */
const findNeeds = (
  people: readonly RequirementRow[],
  trainings: readonly RequiredTraining[],
): Need[] =>
  people.flatMap(({ candidate_profile_id: candidateId, cells }) =>
    cells.flatMap(({ state, training_id }) => {
      const training = trainings.find(({ id }) => id === training_id);
      return training && state !== 'valid' ? [{ candidateId, training }] : [];
    }),
  );

/** A certificate's status with its expiry date. */
function Cell({ cell }: { cell: RequirementCell | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!cell) return '–';
  const text = statusText(t, 'requirement', cell.state);
  return (
    <Chip
      size="small"
      variant={cell.state === 'missing' ? 'outlined' : 'filled'}
      color={statusColor('requirement', cell.state)}
      label={cell.expires_on ? `${text} · ${formatDate(cell.expires_on, locale)}` : text}
    />
  );
}
