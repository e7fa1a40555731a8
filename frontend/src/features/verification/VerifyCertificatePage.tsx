import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { href, paths } from '@/routes/paths';
import { keepForLater } from './issuer';
import { readNumber } from './number';
import { onPaper } from './onPaper';
import { credentialQuery, numberQuery } from './queries';
import { VerdictCard } from './VerdictCard';
import { Ways } from './Ways';

/** The public verification page: by number (in the URL), QR code or file. */
export default function VerifyCertificatePage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const asked = params.get('number') ?? '';
  // The credential read from a paper or file, which is too long for a URL.
  const [credential, setCredential] = useState<string | null>(null);
  const [compare, setCompare] = useState(false);
  const submitted = useRef(false);
  useEffect(() => {
    void navigator.serviceWorker?.ready.then(keepForLater);
  }, []);

  return (
    <PageContainer
      title={t('routes.verifyCertificate')}
      subtitle={t('verification.lead')}
      width="md"
    >
      <GlobalStyles styles={onPaper} />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Answer asked={asked} credential={credential} compare={compare} focus={submitted} />
        <Ways
          number={asked}
          onNumber={(number, way) => {
            submitted.current = true;
            setCredential(null);
            setCompare(way !== 'number');
            setParams({ number }, { preventScrollReset: true });
          }}
          onCredential={(found) => {
            submitted.current = true;
            setCompare(true);
            setCredential(found);
            setParams({}, { preventScrollReset: true });
          }}
        />
      </Box>
    </PageContainer>
  );
}

interface AnswerProps {
  asked: string;
  credential: string | null;
  compare: boolean;
  /** True if the user has just submitted; the result then gets the focus. */
  focus: { current: boolean };
}

function Answer({ asked, credential, compare, focus }: AnswerProps) {
  const { t } = useTranslation();
  const read = readNumber(asked);
  const number = 'number' in read ? read.number : null;
  const byNumber = useQuery({ ...numberQuery(number ?? ''), enabled: number !== null });
  const byCredential = useQuery({
    ...credentialQuery(credential ?? ''),
    enabled: credential !== null,
  });
  const { data, error, isFetching, refetch } = credential ? byCredential : byNumber;
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!data || !focus.current) return;
    focus.current = false;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [data, focus]);

  if (!credential && !number) return null;
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data || isFetching) {
    return (
      <Skeleton
        variant="rounded"
        height={320}
        aria-label={t('verification.verifying')}
        sx={{ borderRadius: 4 }}
      />
    );
  }
  return (
    <VerdictCard
      verdict={data}
      headingRef={heading}
      compare={compare}
      actions={
        data.shown && (
          <>
            <Button variant="outlined" startIcon={<PrintIcon />} onClick={() => window.print()}>
              {t('verification.print')}
            </Button>
            <LinkButton to={href(paths.publicCertificate, { number: data.shown.number })}>
              {t('verification.open')}
            </LinkButton>
          </>
        )
      }
    />
  );
}
