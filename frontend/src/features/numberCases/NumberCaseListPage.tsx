import { useTranslation } from 'react-i18next';
import type { CaseRow } from '@/api/identity';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { toOptions } from '@/lib/options';
import { numberCases } from './lists';

const STATES = ['waiting', 'decided'] as const;
const CAUSES = ['change', 'claim'] as const;

const column = defineColumns<CaseRow>();

/** Open and decided number cases. */
export default function NumberCaseListPage() {
  const { t } = useTranslation();
  const cause = (of: string) => t(`number_cases.causes.${of}`);
  return (
    <ListPage
      list={numberCases}
      title={t('routes.numberCases')}
      sections={useFamily('access')}
      lead={t('number_cases.lead')}
      tabs={{
        name: 'state',
        label: t('number_cases.state'),
        options: toOptions(STATES, (state) => t(`number_cases.states.${state}`)),
      }}
      search={t('number_cases.search')}
      filters={[
        {
          kind: 'choice',
          name: 'cause',
          label: t('number_cases.cause'),
          options: toOptions(CAUSES, cause),
        },
      ]}
      columns={[
        column.person('claimant', t('number_cases.claimant'), { read: (row) => row.claimant }),
        column.text('cause', t('number_cases.cause'), { read: (row) => cause(row.cause) }),
        column.code('number', t('number_cases.number')),
        column.person('holder', t('number_cases.holder'), { read: (row) => row.holder }),
        column.date('created_at', t('number_cases.asked_on'), { style: 'datetime' }),
        column.status('status', t('number_cases.status'), 'number_case'),
      ]}
      empty={{ title: t('number_cases.none'), description: t('number_cases.none_hint') }}
    />
  );
}
