import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { OwnOrganization } from '@/api/identity';
import { ActionError } from '@/components/feedback/ActionError';
import { TitledCard } from '@/components/record/TitledCard';
import { OrganizationOverview } from '@/domain/submissions/OrganizationOverview';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useSubmit } from './queries';
import type { Way } from './StepForm';

/** A summary of all entries before the submission. */
export function ReviewStep({ organization, way }: { organization: OwnOrganization; way: Way }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const submit = useSubmit();
  const missing = organization.missing.length > 0;
  return (
    <TitledCard title={t('organization.steps.review')} lead={t('organization.review_lead')}>
      <OrganizationOverview organization={organization} />
      {missing && (
        <Alert severity="warning" sx={{ mt: 3 }}>
          {t('organization.missing')}
        </Alert>
      )}
      <Box sx={{ mt: 2 }}>
        <ActionError error={submit.error} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 3 }}>
        {way.back}
        <Button
          variant="contained"
          size="large"
          disabled={missing}
          loading={submit.isPending}
          onClick={() =>
            profile &&
            submit.mutate(
              { path: { profile_id: profile.id } },
              { onSuccess: () => toast.success(t('organization.submitted')) },
            )
          }
        >
          {t('organization.submit')}
        </Button>
      </Box>
    </TitledCard>
  );
}
