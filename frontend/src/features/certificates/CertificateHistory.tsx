import Link from '@mui/material/Link';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { CertificateRead, OtherCertificate } from '@/api/enrollment';
import { History, type HistoryEntry } from '@/components/record/History';
import { href, paths } from '@/routes/paths';

/** The history of a certificate, with the ones it replaced and was replaced by. */
export function CertificateHistory({ certificate }: { certificate: CertificateRead }) {
  const { t } = useTranslation();
  return <History entries={toHistoryEntries(certificate, t)} />;
}

function toHistoryEntries(certificate: CertificateRead, t: TFunction): HistoryEntry[] {
  const { created_at, suspended_at, revoked_at, revoked_kind, revoked_reason } = certificate;
  const { supersedes, superseded_by: newer, expires_on, state } = certificate;
  return [
    {
      id: 'issued',
      text: t(supersedes ? 'certificates.was_reissued' : 'certificates.was_issued'),
      at: created_at,
      detail: supersedes && <OtherLink other={supersedes} />,
    },
    ...(suspended_at
      ? [{ id: 'suspended', text: t('certificates.was_suspended'), at: suspended_at }]
      : []),
    ...(newer
      ? [
          {
            id: 'superseded',
            text: t('certificates.was_superseded'),
            at: newer.created_at,
            detail: <OtherLink other={newer} />,
          },
        ]
      : []),
    ...(revoked_at && revoked_kind
      ? [
          {
            id: 'revoked',
            text: t('certificates.was_revoked', { kind: t(`certificates.kinds.${revoked_kind}`) }),
            at: revoked_at,
            reason: revoked_reason,
          },
        ]
      : []),
    ...(state === 'expired' && expires_on
      ? [{ id: 'expired', text: t('certificates.was_valid'), at: expires_on }]
      : []),
  ];
}

function OtherLink({ other }: { other: OtherCertificate }) {
  return (
    <Link component={RouterLink} to={href(paths.certificate, { id: other.id })} dir="ltr">
      {other.number}
    </Link>
  );
}
