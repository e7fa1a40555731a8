import TrainerIcon from '@mui/icons-material/CoPresentOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { CardBoundaries } from '@/components/feedback/CardBoundaries';
import { EmptyState } from '@/components/feedback/EmptyState';
import { PageContainer } from '@/components/PageContainer';
import { RevealTogether } from '@/components/RevealTogether';
import { LinkButton } from '@/components/RouterLinks';
import { ApprovalsPanel } from '@/features/approvals';
import { EnrollmentNumbers, EnrollmentsPanel, UpcomingBatchesPanel } from '@/features/enrollments';
import { PaymentsPanel } from '@/features/payments';
import { NextSessionsPanel } from '@/features/trainerBatches';
import { localized, useLocale } from '@/i18n';
import { isAllowed, useOpens } from '@/lib/access';
import { useSession } from '@/lib/session';
import { access } from '@/routes/access';
import { paths } from '@/routes/paths';

const panels = {
  display: 'grid',
  gap: { xs: 2, md: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
  // A panel without a neighbour fills the row.
  '& > section:last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' },
};

/** The height of a panel with five rows. */
const PANEL_HEIGHT = 370;

/**
 * The start page of the dashboard: open tasks and upcoming dates. Each panel is shown to users who
 * may open its list.
 */
export default function DashboardPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const session = useSession();
  const { user, profile } = session;
  const opens = useOpens();
  // The rows link to the enrollments of a batch, so this does not load the batch list.
  const seesBatches = opens('enrollments') && isAllowed(access.manageBatches, session);
  const organization = {
    name_en: profile?.organization_name_en,
    name_ar: profile?.organization_name_ar,
  };
  const name = localized(user, 'name', locale) || user?.username;
  return (
    <PageContainer
      title={t('routes.dashboard')}
      subtitle={[t('dashboard.welcome', { name }), localized(organization, 'name', locale)]
        .filter(Boolean)
        .join(' · ')}
    >
      <CardBoundaries>{opens('myBatches') && <NextSessionsPanel />}</CardBoundaries>
      {opens('enrollments') || opens('payments') ? (
        <Box sx={{ display: 'grid', gap: { xs: 2, md: 3 } }}>
          <CardBoundaries>
            {opens('enrollments') && (
              <EnrollmentNumbers withRequests={opens('enrollmentRequests')} />
            )}
          </CardBoundaries>
          <RevealTogether
            wait={
              <Box aria-hidden sx={panels}>
                <Skeleton variant="rounded" height={PANEL_HEIGHT} />
                <Skeleton variant="rounded" height={PANEL_HEIGHT} />
              </Box>
            }
          >
            <Box sx={panels}>
              <CardBoundaries>
                {opens('payments') && profile?.type === 'admin' && <PaymentsPanel underReview />}
                {isAllowed(access.myApprovals, session) && <ApprovalsPanel />}
                {opens('enrollmentRequests') && <EnrollmentsPanel preset="requests" />}
                {seesBatches && <UpcomingBatchesPanel />}
                {opens('pendingPayments') && <EnrollmentsPanel preset="pending" />}
                {opens('payments') && <PaymentsPanel />}
                {opens('enrollments') && <EnrollmentsPanel preset="all" />}
              </CardBoundaries>
            </Box>
          </RevealTogether>
        </Box>
      ) : opens('myBatches') ? null : (
        <EmptyState
          icon={<TrainerIcon />}
          title={t('dashboard.nothing')}
          description={t('dashboard.nothing_hint')}
          action={
            <LinkButton variant="contained" to={paths.batches}>
              {t('dashboard.browse')}
            </LinkButton>
          }
        />
      )}
    </PageContainer>
  );
}
