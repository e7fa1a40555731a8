import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { Collapsible } from '@/components/Collapsible';
import { LinkButton } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { BatchHead, batchDetails } from '@/domain/BatchDetails';
import { localized, useLocale } from '@/i18n';
import { withRedirect } from '@/lib/access';
import { type User, useSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { StepsAhead } from './StepsAhead';
import type { EnrollOffer } from './useOffer';

// Dates and place matter most; the batch's page has the rest.
const IN_VIEW = 2;

/** The batch being enrolled in, with collapsible details. */
export function OfferDetails({
  batch,
  eligibility,
  ahead,
  waiting,
}: EnrollOffer & {
  /** True if the candidate can continue. */
  ahead: boolean;
  waiting: boolean;
}) {
  const { t } = useTranslation();
  const { user, profile } = useSession();
  const details = batchDetails(batch, useLocale(), t);
  const line = {
    borderTop: 1,
    borderColor: 'divider',
    '& > *': { px: { xs: 2.5, sm: 3.5 } },
  };
  return (
    <Card component="section">
      <BatchHead batch={batch} sx={{ p: { xs: 2.5, sm: 3.5 } }}>
        <Details entries={details.slice(0, IN_VIEW)} />
      </BatchHead>
      <Collapsible title={t('enroll.more')} sx={line}>
        <Details entries={details.slice(IN_VIEW)} />
      </Collapsible>
      {user && profile?.type === 'candidate' && (
        <Collapsible title={t('enroll.your_data')} sx={line}>
          <YourData
            user={user}
            here={href(paths.enroll, { id: batch.training.id, batchId: batch.id })}
          />
        </Collapsible>
      )}
      {ahead && (
        <Collapsible title={t('enroll.ahead.title')} sx={line}>
          <StepsAhead eligibility={eligibility} waiting={waiting} />
        </Collapsible>
      )}
    </Card>
  );
}

/** The data that the organization receives from the profile. */
function YourData({ user, here }: { user: User; here: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const ltr = (value: string) => <bdi dir="ltr">{value}</bdi>;
  return (
    <>
      <Details
        entries={[
          [t('enroll.name'), localized(user, 'name', locale) || user.username],
          [t('enroll.email'), ltr(user.email)],
          [t('enroll.phone'), ltr(user.phone)],
          user.civil_number && [t('enroll.civil_number'), ltr(user.civil_number)],
          user.passport_number && [t('enroll.passport_number'), ltr(user.passport_number)],
        ]}
      />
      <LinkButton size="small" to={withRedirect(paths.candidateProfile, here)} sx={{ mt: 1.5 }}>
        {t('common.edit')}
      </LinkButton>
    </>
  );
}
