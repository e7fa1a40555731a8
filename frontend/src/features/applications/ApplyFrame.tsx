import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ApplicationDetail } from '@/api/enrollment';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { StatusChip } from '@/components/StatusChip';
import { StepsHeader } from '@/components/StepsHeader';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { formatDate } from '@/lib/format';
import { href, paths } from '@/routes/paths';
import { ownApplicationQuery } from './queries';

const STEPS = ['staff', 'review', 'pay'] as const;
type ApplyStep = (typeof STEPS)[number];

interface ApplyFrameProps {
  step: ApplyStep;
  title: string;
  /** The statuses in which this step is available. */
  statuses: readonly ApplicationDetail['status'][];
  children: (application: ApplicationDetail) => ReactNode;
}

/** The layout of an application step, with the deadline; redirects if the step is not available. */
export function ApplyFrame({ step, title, statuses, children }: ApplyFrameProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const query = ownApplicationQuery(id);
  // Poll until the fee's charge exists.
  const { data, error, isPending, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => isAwaitingCharge(state.data) && 1000,
  });
  if (isNotFound(error)) throw new PageError(404, 'errors.announcement.not_found');
  const steps = STEPS.filter((each) => each !== 'pay' || data?.fee_minor);
  return (
    <PageContainer
      title={title}
      width="lg"
      trail={[
        { label: t('routes.announcements'), to: paths.announcements },
        {
          label: data ? localized(data.announcement, 'title', locale) : t('routes.announcement'),
          to: href(paths.announcement, { id }),
        },
      ]}
      subtitle={
        data ? (
          <Typography component="span" sx={{ color: 'text.secondary' }}>
            {t('applications.until', {
              date: formatDate(data.announcement.closes_at, locale, 'datetime'),
            })}
          </Typography>
        ) : (
          isPending && <Skeleton width={220} />
        )
      }
    >
      {isPending ? (
        // The steps depend on the application: without a fee there is one step less.
        <ApplyWait />
      ) : (
        <StepsHeader
          steps={steps.map((each) => t(`applications.steps.${each}`))}
          active={STEPS.indexOf(step)}
        />
      )}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {data &&
        (statuses.includes(data.status) ? children(data) : <StepRedirect application={data} />)}
    </PageContainer>
  );
}

/** The skeleton of a step. */
export function ApplyWait() {
  return <Skeleton variant="rounded" height={360} sx={{ borderRadius: 4 }} />;
}

const isAwaitingCharge = (application: ApplicationDetail | undefined) =>
  application?.status === 'pending_payment' && !application.charge_id;

function StepRedirect({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation();
  const { id, status, announcement } = application;
  const isPaying = status === 'pending_payment';
  const isOpen = status === 'draft' || status === 'returned';
  const to = isPaying
    ? href(paths.applyPay, { id: announcement.id })
    : isOpen
      ? href(paths.applyStaff, { id: announcement.id })
      : href(paths.applicationView, { id });
  return (
    <Alert
      severity="info"
      action={
        <LinkButton to={to}>{t(isOpen ? 'applications.go_on' : 'applications.see')}</LinkButton>
      }
    >
      {t('applications.stands')} <StatusChip noun="application" status={status} />
    </Alert>
  );
}
