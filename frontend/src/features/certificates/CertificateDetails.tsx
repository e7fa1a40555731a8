import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { CertificateRead } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { formatNumber } from '@/lib/format';
import { href, paths } from '@/routes/paths';

/** The printed data of a certificate. */
export function CertificateDetails({ certificate }: { certificate: CertificateRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const { batch_code, batch_id, enrollment_id, expires_on, score_percent } = certificate;
  return (
    <TitledCard title={t('certificates.written')}>
      <Details
        entries={[
          [t('certificates.name_en'), <bdi key="en">{certificate.holder_name_en}</bdi>],
          [t('certificates.name_ar'), <bdi key="ar">{certificate.holder_name_ar}</bdi>],
          [t('certificates.training'), localized(certificate, 'training_title', locale)],
          [t('common.organization'), localized(certificate, 'organization_name', locale)],
          [
            t('certificates.batch'),
            opens('manageBatch') ? (
              <Link
                key="batch"
                component={RouterLink}
                to={href(paths.manageBatch, { uuid: batch_id })}
                dir="ltr"
              >
                {batch_code}
              </Link>
            ) : (
              <bdi key="batch" dir="ltr">
                {batch_code}
              </bdi>
            ),
          ],
          [
            t('certificates.held'),
            <span key="held">
              <DateText value={certificate.started_on} /> –{' '}
              <DateText value={certificate.ended_on} />
            </span>,
          ],
          score_percent !== null && [
            t('certificates.score'),
            `${formatNumber(score_percent, locale)} %`,
          ],
          [t('certificates.issued_on'), <DateText key="issued" value={certificate.issued_on} />],
          [
            t('certificates.expires_on'),
            expires_on ? <DateText key="expires" value={expires_on} /> : t('certificates.never'),
          ],
          opens('enrollment') && [
            t('routes.enrollment'),
            <Link
              key="enrollment"
              component={RouterLink}
              to={href(paths.enrollment, { id: enrollment_id })}
            >
              {t('certificates.open_enrollment')}
            </Link>,
          ],
        ]}
      />
    </TitledCard>
  );
}
