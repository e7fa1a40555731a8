import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import type { BatchRead } from '@/api/catalog';
import type { EligibilityRead } from '@/api/enrollment';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { StepsHeader } from '@/components/StepsHeader';
import { localized, useLocale } from '@/i18n';
import { isUnknown, PageError } from '@/lib/fault';
import { href, paths } from '@/routes/paths';
import { batchQuery, eligibilityQuery } from './queries';

/** What both steps are about. */
export interface EnrollOffer {
  batch: BatchRead;
  eligibility: EligibilityRead;
}

interface EnrollFrameProps {
  step: 'batch' | 'review';
  title: string;
  lead: string;
  children: (offer: EnrollOffer) => ReactNode;
  /** What stands beside it, and below it on narrow screens. */
  aside: (offer: EnrollOffer) => ReactNode;
}

const steps = ['batch', 'review', 'after'] as const;

/** The frame of the enroll steps: where one is, what is being enrolled in, and what it costs. */
export function EnrollFrame({ step, title, lead, children, aside }: EnrollFrameProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '', batchId = '' } = useParams();
  const batch = useQuery(batchQuery(batchId));
  const eligibility = useQuery(eligibilityQuery(batchId));
  if (isUnknown(batch.error)) throw new PageError(404, 'batch_page.not_found');

  const error = batch.error ?? (eligibility.data ? null : eligibility.error);
  const retry = () => void Promise.all([batch.refetch(), eligibility.refetch()]);
  const offer = batch.data &&
    eligibility.data && { batch: batch.data, eligibility: eligibility.data };
  const training = batch.data?.training;
  const here = { id: training?.id ?? id, batchId };
  // A batch knows its training; an address that names another one is put right.
  if (id && training && training.id !== id) {
    const page = step === 'review' ? paths.enrollReview : paths.enroll;
    return <Navigate to={href(page, here)} replace />;
  }
  const enrolled = Boolean(eligibility.data?.enrollment);
  return (
    <PageContainer
      title={title}
      subtitle={enrolled ? undefined : lead}
      width="lg"
      trail={[
        { label: t('routes.trainings'), to: paths.trainings },
        {
          label: training ? localized(training, 'title', locale) : t('routes.batch'),
          to: href(paths.batch, here),
        },
        ...(step === 'review' ? [{ label: t('routes.enroll'), to: href(paths.enroll, here) }] : []),
      ]}
    >
      <StepsHeader
        steps={steps.map((name) => t(`enroll.step.${name}`))}
        active={steps.indexOf(enrolled ? 'after' : step)}
      />
      <ErrorAlert error={error} onRetry={retry} />
      {!offer && !error && <Loading />}
      {offer && (
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
          }}
        >
          <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>{children(offer)}</Box>
          <Box sx={{ position: { lg: 'sticky' }, top: 96, display: 'grid', gap: 2 }}>
            {aside(offer)}
          </Box>
        </Box>
      )}
    </PageContainer>
  );
}

function Loading() {
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { lg: 'minmax(0, 1fr) 360px' } }}>
      <Skeleton variant="rounded" height={320} sx={{ borderRadius: 4 }} />
      <Skeleton variant="rounded" height={260} sx={{ borderRadius: 4 }} />
    </Box>
  );
}
