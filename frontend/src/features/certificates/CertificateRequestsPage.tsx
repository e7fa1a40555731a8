import { useTranslation } from 'react-i18next';
import type { CertificateRequestRead } from '@/api/enrollment';
import { zCertificateRequestStatus } from '@/api/enrollment/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { usePersonName } from '@/components/Person';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { ApprovalPolicy } from './ApprovalPolicy';
import { DecideRequests } from './DecideRequests';
import { certificateRequests } from './lists';

const column = defineColumns<CertificateRequestRead>();

/** Requested certificates; a second person approves or rejects them. */
export default function CertificateRequestsPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = usePersonName();
  const decidesPolicy = useSession().profile?.type === 'organization';
  return (
    <ListPage
      list={certificateRequests}
      title={t('routes.certificateRequests')}
      lead={t('certificates.requests.lead')}
      sections={useFamily('certificates')}
      action={decidesPolicy && <ApprovalPolicy />}
      search={t('certificates.requests.search')}
      tabs={{
        name: 'status',
        label: t('certificates.requests.status'),
        options: toOptions(zCertificateRequestStatus.options, (of) =>
          statusText(t, 'certificate_request', of),
        ),
      }}
      columns={[
        column.localized('name', t('certificates.requests.person'), {
          note: ({ is_own, status }) =>
            is_own && status === 'waiting' ? t('certificates.requests.own') : '',
        }),
        column.localized('title', t('certificates.requests.batch'), {
          note: ({ batch_code }) => batch_code,
        }),
        column.status('result', t('certificates.requests.result'), 'enrollment_result'),
        column.text('score_percent', t('certificates.requests.score'), {
          read: ({ score_percent: score }) =>
            score === null ? '–' : `${formatNumber(score, locale)} %`,
        }),
        column.date('created_at', t('certificates.requests.asked'), { style: 'datetime' }),
        column.text('reason', t('certificates.requests.reason'), { hidden: true }),
        column.status('status', t('certificates.requests.status'), 'certificate_request'),
      ]}
      bulk={{
        selectable: ({ status }) => status === 'waiting',
        label: (row) => t('table.select', { name: nameOf(row) }),
        render: (chosen, clear, all) => (
          <DecideRequests chosen={chosen} all={all} onClear={clear} />
        ),
      }}
      empty={{
        title: t('certificates.requests.none'),
        description: t('certificates.requests.none_hint'),
      }}
    />
  );
}
