import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchRead } from '@/api/catalog';
import { PageContainer } from '@/components/PageContainer';
import { StepsHeader } from '@/components/StepsHeader';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';

const steps = ['account', 'request', 'seat'] as const;

interface EnrollFrameProps {
  /** The active step of the enrollment. */
  step: (typeof steps)[number];
  title: string;
  lead?: string;
  batch: BatchRead | undefined;
  children: ReactNode;
}

/** The layout of the enrollment pages: steps and batch. */
export function EnrollFrame({ step, title, lead, batch, children }: EnrollFrameProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const training = batch?.training;
  return (
    <PageContainer
      title={title}
      subtitle={lead}
      width="lg"
      trail={[
        { label: t('routes.trainings'), to: paths.trainings },
        ...(training
          ? [
              {
                label: localized(training, 'title', locale),
                to: href(paths.batch, { id: training.id, batchId: batch.id }),
              },
            ]
          : []),
      ]}
    >
      <StepsHeader
        steps={steps.map((name) => t(`enroll.step.${name}`))}
        active={steps.indexOf(step)}
      />
      {children}
    </PageContainer>
  );
}

const columns = { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' };

/** Two columns: the form and a summary, stacked on narrow screens. */
export function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 3, alignItems: 'start', gridTemplateColumns: columns }}>
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>{children}</Box>
      <Box sx={{ position: { lg: 'sticky' }, top: 96, display: 'grid', gap: 2 }}>{aside}</Box>
    </Box>
  );
}

export function Loading() {
  return (
    <Columns aside={<Skeleton variant="rounded" height={520} sx={{ borderRadius: 4 }} />}>
      <Skeleton variant="rounded" height={300} sx={{ borderRadius: 4 }} />
    </Columns>
  );
}
