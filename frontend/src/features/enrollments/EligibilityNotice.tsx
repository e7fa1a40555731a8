import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/RouterLinks';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { chooseProfile, useSession } from '@/lib/session';
import { href, paths, queryString } from '@/routes/paths';
import { type EnrollmentEligibility, getEligibility } from './eligibility';
import type { EnrollOffer } from './useOffer';

/** Explains why the user cannot enroll, with an alternative; renders nothing otherwise. */
export function EligibilityNotice({ batch, eligibility }: EnrollOffer) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { user } = useSession();
  const way = getEligibility(eligibility);
  const ids = { id: batch.training.id, batchId: batch.id };

  if (way.kind === 'enroll') return null;
  if (way.kind === 'enrolled') {
    return (
      <Notice
        severity="success"
        title={t('enroll.enrolled')}
        action={
          <LinkButton variant="contained" to={href(paths.myTraining, ids)}>
            {t('enroll.to_my_batch')}
          </LinkButton>
        }
      >
        {t(`enroll.enrolled_text.${way.enrollment.next_step}`)}
      </Notice>
    );
  }
  if (way.kind === 'wait') {
    return (
      <Notice severity="info" title={t('enroll.full')}>
        {t('enroll.full_text', { count: eligibility.waiting })}
      </Notice>
    );
  }
  if (way.code === 'enrollment.candidates_only') {
    const candidate = user?.profiles.find((profile) => profile.type === 'candidate');
    return (
      <Notice
        severity="info"
        title={t('enroll.candidates_only')}
        action={
          candidate && (
            <Button variant="outlined" onClick={() => chooseProfile(candidate.id)}>
              {t('enroll.as_candidate')}
            </Button>
          )
        }
      >
        {t('enroll.candidates_only_text')}
      </Notice>
    );
  }
  return (
    <Notice
      severity="warning"
      title={t(`errors.${way.code}`)}
      action={
        <LinkButton
          variant="outlined"
          to={paths.batches + queryString({ training_id: batch.training.id })}
        >
          {t('enroll.other_batches')}
        </LinkButton>
      }
    >
      {closedText(way) &&
        t(`enroll.closed_text.${closedText(way)}`, {
          opens: formatDate(eligibility.enrollment_opens_at, locale, 'datetime'),
          closed: formatDate(eligibility.enrollment_closes_at, locale, 'datetime'),
          started: formatDate(batch.starts_at, locale, 'datetime'),
        })}
    </Notice>
  );
}

const CLOSED_TEXTS: Record<string, string> = {
  'enrollment.not_open': 'not_open',
  'enrollment.closed': 'closed',
  'batch.started': 'batch_started',
  'batch.cancelled': 'batch_cancelled',
};

const closedText = ({ code }: Extract<EnrollmentEligibility, { kind: 'closed' }>): string | null =>
  CLOSED_TEXTS[code] ?? null;

function Notice({
  severity,
  title,
  action,
  children,
}: {
  severity: 'success' | 'info' | 'warning';
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Alert severity={severity}>
      <AlertTitle>{title}</AlertTitle>
      {children}
      {action && <Box sx={{ mt: 1.5 }}>{action}</Box>}
    </Alert>
  );
}
