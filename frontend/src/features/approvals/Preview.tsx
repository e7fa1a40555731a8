import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Verdict } from '@/api/approvals';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { DelegatorsNote, Suspended } from './DecideRequest';
import { approvalQuery } from './queries';
import { Submitted } from './Submitted';

/** The submission beside the inbox, with the decision above. */
export function Preview({
  id,
  isHeld,
  onDecide,
}: {
  id: string;
  isHeld: boolean;
  onDecide: (verdict: Verdict) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: request, error, refetch } = useQuery(approvalQuery(id));
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!request) return <Skeleton variant="rounded" height={480} sx={{ borderRadius: 4 }} />;
  return (
    <Box component="section" aria-label={t('approvals.preview')} sx={{ display: 'grid', gap: 2.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Typography variant="h4" component="h2" dir="auto" sx={{ flex: '1 1 240px' }}>
          {localized(request, 'name', locale)}
        </Typography>
        <TextLink to={href(paths.approval, { id })}>{t('approvals.whole')}</TextLink>
      </Box>
      <DelegatorsNote request={request} />
      <Suspended request={request} />
      {request.can_decide && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <Button
            variant="contained"
            disabled={isHeld || request.suspended}
            onClick={() => onDecide('approved')}
          >
            {t('approvals.do.approved')}
          </Button>
          <Button variant="outlined" disabled={isHeld} onClick={() => onDecide('returned')}>
            {t('approvals.do.returned')}
          </Button>
          <Button color="error" disabled={isHeld} onClick={() => onDecide('rejected')}>
            {t('approvals.do.rejected')}
          </Button>
        </Box>
      )}
      <Submitted request={request} />
    </Box>
  );
}
