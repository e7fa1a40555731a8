import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import LinkedInIcon from '@mui/icons-material/LinkedIn';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { CopyText } from '@/components/record/CopyText';
import { TitledCard } from '@/components/record/TitledCard';
import { ShareButton } from '@/components/ShareButton';
import { localized, useLocale } from '@/i18n';
import { download } from '@/lib/download';
import { PageError } from '@/lib/fault';
import { href, paths } from '@/routes/paths';
import { addToLinkedIn } from './linkedIn';
import { readNumber } from './number';
import { onPaper } from './onPaper';
import { numberQuery } from './queries';
import { VerdictCard } from './VerdictCard';
import type { CertificateFacts, Verdict } from './verdict';

/** The public page of a certificate, the target of its QR code and of shared links. */
export default function PublicCertificatePage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { number: asked = '' } = useParams();
  const read = readNumber(asked);
  if ('problem' in read) throw new PageError(404, 'verification.no_number');
  const { data, error, isPending, refetch } = useQuery(numberQuery(read.number));
  const title = data?.shown
    ? localized(data.shown, 'training_title', locale)
    : t('routes.publicCertificate');

  return (
    <PageContainer
      loading={isPending}
      title={title}
      subtitle={data?.shown?.names.join(' · ')}
      trail={[{ label: t('routes.verifyCertificate'), to: paths.verifyCertificate }]}
      width="md"
    >
      <GlobalStyles styles={onPaper} />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        {isPending && <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />}
        {data && (
          <VerdictCard
            verdict={data}
            compare
            actions={
              <>
                <Button variant="outlined" startIcon={<PrintIcon />} onClick={() => window.print()}>
                  {t('verification.print')}
                </Button>
                <LinkButton to={paths.verifyCertificate}>{t('verification.another')}</LinkButton>
              </>
            }
          />
        )}
        {data?.shown && <Sharing verdict={data} shown={data.shown} />}
      </Box>
    </PageContainer>
  );
}

/** The holder's actions: share and download. */
function Sharing({ verdict, shown }: { verdict: Verdict; shown: CertificateFacts }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { state, credential } = verdict;
  const url = window.location.origin + href(paths.publicCertificate, { number: shown.number });
  const keep = (jwt: string) =>
    download(`${shown.number}.jwt`, new Blob([jwt], { type: 'application/vc+jwt' }));
  return (
    <Box sx={{ displayPrint: 'none' }}>
      <TitledCard title={t('verification.share_title')} lead={t('verification.share_lead')}>
        <Box sx={{ mt: 2.5, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {state === 'valid' && (
            <Button
              variant="outlined"
              startIcon={<LinkedInIcon />}
              href={addToLinkedIn(shown, url, locale)}
              target="_blank"
              rel="noopener"
            >
              {t('verification.linked_in')}
            </Button>
          )}
          <ShareButton title={localized(shown, 'training_title', locale)} />
          {credential && (
            <Button
              variant="outlined"
              startIcon={<DownloadIcon />}
              onClick={() => keep(credential)}
            >
              {t('verification.credential')}
            </Button>
          )}
        </Box>
        <Box sx={{ mt: 2.5, overflowWrap: 'anywhere', '& > span': { whiteSpace: 'normal' } }}>
          <CopyText text={url} />
        </Box>
        <Box sx={{ mt: 1.5, typography: 'body2', color: 'text.secondary' }}>
          {t('verification.credential_hint')}
        </Box>
      </TitledCard>
    </Box>
  );
}
