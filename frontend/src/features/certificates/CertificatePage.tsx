import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { PaperButton } from '@/domain/PaperButton';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { statusText } from '@/lib/statuses';
import { href, paths } from '@/routes/paths';
import { CertificateDetails } from './CertificateDetails';
import { CertificateHistory } from './CertificateHistory';
import { certificates } from './lists';
import { certificateQuery } from './queries';
import { Reissue } from './Reissue';
import { Revoke } from './Revoke';

/** A certificate: data, status and history. */
export default function CertificatePage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const changes = useChangesTab();
  return (
    <RecordPage
      list={certificates}
      listTitle={t('routes.certificates')}
      id={id}
      query={useQuery(certificateQuery(id))}
      notFound="errors.certificate.not_found"
      title={(certificate) =>
        localized(certificate, 'holder_name', locale) || t('routes.certificate')
      }
      status={({ state }) => <StatusChip noun="certificate" status={state} size="medium" />}
      code={({ number }) => number}
      action={(certificate) => (
        <>
          <PaperButton certificate={certificate} />
          {certificate.can_change && (
            <>
              <Revoke certificate={certificate} />
              {(certificate.changed_result?.result ?? 'passed') === 'passed' && (
                <Reissue certificate={certificate} />
              )}
            </>
          )}
        </>
      )}
      actions={({ number }) => [
        { label: t('verification.open'), to: href(paths.publicCertificate, { number }) },
      ]}
      tabs={() => changes([id])}
      aside={(certificate) => (
        <TitledCard title={t('certificates.history')}>
          <CertificateHistory certificate={certificate} />
        </TitledCard>
      )}
    >
      {(certificate) => (
        <>
          {certificate.changed_result && (
            <Alert severity="warning">
              {t(
                certificate.changed_result.result === 'passed'
                  ? 'certificates.changed_score'
                  : 'certificates.changed_result',
                {
                  result: statusText(t, 'enrollment_result', certificate.changed_result.result),
                  score:
                    certificate.changed_result.score_percent === null
                      ? '–'
                      : formatNumber(certificate.changed_result.score_percent, locale),
                },
              )}
            </Alert>
          )}
          {certificate.differs_from_profile && (
            <Alert severity="warning">
              {t('certificates.differs_text', {
                name: localized(certificate, 'profile_name', locale),
              })}
            </Alert>
          )}
          <CertificateDetails certificate={certificate} />
        </>
      )}
    </RecordPage>
  );
}
