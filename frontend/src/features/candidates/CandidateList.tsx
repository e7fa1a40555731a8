import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CandidateRow } from '@/api/identity';
import { zCandidateStatus } from '@/api/identity/zod.gen';
import { Can } from '@/components/Can';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { LinkButton } from '@/components/RouterLinks';
import { useCountryOptions } from '@/domain/useCountryOptions';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { paths } from '@/routes/paths';
import { ChooseOrganization } from './ChooseOrganization';
import { candidates, organizationCandidates } from './lists';
import { useSections } from './useSections';

const column = defineColumns<CandidateRow>();

/** An organization's candidates; for admins, all or those of a selected organization. */
function CandidateList({ ofOrganization }: { ofOrganization: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isAdmin = useSession().profile?.type === 'admin';
  const countries = useCountryOptions();
  const organizations = useOrganizationFilter();
  const nationality = {
    kind: 'choice' as const,
    name: 'nationality',
    label: t('person.nationality'),
    options: countries.options,
  };
  return (
    <ListPage
      list={ofOrganization ? organizationCandidates : candidates}
      title={t(ofOrganization ? 'routes.organizationCandidates' : 'routes.candidates')}
      lead={t(`candidates.lead.${selectList(isAdmin, ofOrganization)}`)}
      action={
        <>
          <Can route="bulkEnrollment">
            <LinkButton variant="outlined" to={paths.bulkEnrollment}>
              {t('candidates.enroll_many')}
            </LinkButton>
          </Can>
          <Can route="candidateAdd">
            <LinkButton variant="contained" to={paths.candidateAdd}>
              {t('candidates.add')}
            </LinkButton>
          </Can>
        </>
      }
      sections={useSections()}
      search={t('candidates.search')}
      filters={[
        ...(ofOrganization ? organizations : []),
        {
          kind: 'choice',
          name: 'status',
          label: t('candidates.status'),
          options: toOptions(zCandidateStatus.options, (of) => statusText(t, 'candidate', of)),
        },
        ...(isAdmin ? [nationality] : []),
        {
          kind: 'dates',
          from: 'registered_from',
          to: 'registered_to',
          label: t('users.registered'),
        },
      ]}
      columns={[
        column.person(locale === 'ar' ? 'name_ar' : 'name_en', t('candidates.candidate'), {
          read: (row) => row,
        }),
        column.code('phone', t('person.phone')),
        column.code('username', t('person.username'), { hidden: !isAdmin }),
        column.date('created_at', t('users.registered')),
        column.status('status', t('candidates.status'), 'candidate'),
      ]}
      empty={{ title: t('candidates.none'), description: t(`candidates.none_hint.${isAdmin}`) }}
    />
  );
}

const selectList = (isAdmin: boolean, ofOrganization: boolean) => {
  if (!isAdmin) return 'own';
  return ofOrganization ? 'chosen' : 'all';
};

/** Admins select the organization; an organization sees its own. */
function ChosenCandidates() {
  const isAdmin = useSession().profile?.type === 'admin';
  const [params] = useSearchParams();
  if (isAdmin && !params.get('organization_id')) return <ChooseOrganization />;
  return <CandidateList ofOrganization />;
}

export const AllCandidates = () => <CandidateList ofOrganization={false} />;
export const OrganizationCandidates = () => <ChosenCandidates />;
