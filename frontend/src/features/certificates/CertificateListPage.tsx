import { useTranslation } from 'react-i18next';
import type { CertificateListed } from '@/api/enrollment';
import { zCertificateState } from '@/api/enrollment/zod.gen';
import { BulkBar } from '@/components/list/BulkBar';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { useListState } from '@/components/list/useListState';
import { LinkButton } from '@/components/RouterLinks';
import { ArchiveButton } from '@/domain/archives/ArchiveButton';
import { type Need, Renew } from '@/domain/Renew';
import { useBatchFilter } from '@/domain/useBatchFilter';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { paths } from '@/routes/paths';
import { CertificateCard } from './CertificateCard';
import { certificates } from './lists';

const toRenewal = (certificate: CertificateListed): Need => ({
  candidateId: certificate.candidate_profile_id,
  training: {
    id: certificate.training_id,
    title_en: certificate.training_title_en,
    title_ar: certificate.training_title_ar,
  },
});

const column = defineColumns<CertificateListed>();

/** The organization's certificates, searched by number or name and filtered by status. */
export default function CertificateListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const type = useSession().profile?.type;
  const isAdmin = type === 'admin';
  const mayRenew = type === 'organization' && opens('bulkEnrollment');
  const { page, page_size, ...filters } = useListState(certificates.schema).query;
  return (
    <ListPage
      list={certificates}
      title={t('routes.certificates')}
      lead={t('certificates.lead')}
      sections={useFamily('certificates')}
      action={<ArchiveButton filters={filters} />}
      search={t('certificates.search')}
      tabs={{
        name: 'state',
        label: t('certificates.state'),
        options: toOptions(zCertificateState.options, (of) => statusText(t, 'certificate', of)),
      }}
      filters={[
        useBatchFilter(),
        ...useOrganizationFilter(),
        {
          kind: 'choice',
          name: 'result',
          label: t('certificates.result'),
          options: [{ value: 'not_passed', label: t('certificates.not_passed') }],
        },
        {
          kind: 'dates',
          from: 'issued_from',
          to: 'issued_to',
          label: t('certificates.issued_on'),
        },
      ]}
      columns={[
        column.localized('holder_name', t('certificates.holder'), {
          order: 'names',
          note: ({ differs_from_profile: differs }) => (differs ? t('certificates.differs') : ''),
        }),
        column.code('number', t('certificates.number')),
        column.localized('training_title', t('certificates.training'), {
          note: ({ batch_code }) => batch_code,
        }),
        column.localized('organization_name', t('common.organization'), { hidden: !isAdmin }),
        column.date('issued_on', t('certificates.issued_on')),
        column.date('expires_on', t('certificates.expires_on')),
        column.text('score_percent', t('certificates.score'), {
          hidden: true,
          read: ({ score_percent: score }) => (score === null ? '' : `${score} %`),
        }),
        column.status('state', t('certificates.state'), 'certificate'),
      ]}
      bulk={
        mayRenew
          ? {
              selectable: ({ state }) => state === 'expiring' || state === 'expired',
              label: (row) => t('table.select', { name: localized(row, 'holder_name', locale) }),
              render: (chosen, clear, all) =>
                chosen.length > 0 && (
                  <BulkBar
                    label={t('routes.certificates')}
                    count={chosen.length}
                    all={all}
                    onClear={clear}
                  >
                    <Renew needs={chosen.map(toRenewal)} />
                  </BulkBar>
                ),
            }
          : undefined
      }
      renderCard={(certificate) => <CertificateCard certificate={certificate} />}
      empty={{
        title: t('certificates.none'),
        description: t('certificates.none_hint'),
        action: (
          <LinkButton variant="contained" to={paths.manageBatches}>
            {t('routes.manageBatches')}
          </LinkButton>
        ),
      }}
    />
  );
}
