import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SignInPolicyRead } from '@/api/identity';
import { zSignInPolicyUpdate } from '@/api/identity/zod.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { FormPage } from '@/components/form/FormPage';
import { PageContainer } from '@/components/PageContainer';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { policyQuery, useUpdatePolicy } from './queries';

/** The platform's sign-in policy. */
export default function SignInPolicyPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(policyQuery());
  if (data) return <PolicyForm policy={data} />;
  return (
    <PageContainer title={t('routes.settingsSignIn')} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={96} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}

function PolicyForm({ policy }: { policy: SignInPolicyRead }) {
  const { t } = useTranslation();
  const form = useZodForm(zSignInPolicyUpdate, policy);
  const update = useUpdatePolicy();
  return (
    <FormPage
      form={form}
      title={t('routes.settingsSignIn')}
      lead={t('security.policy.lead')}
      onSave={async (body) => {
        await update.mutateAsync({ body });
        toast.success(t('common.saved'));
      }}
    >
      <CheckboxInput
        control={form.control}
        name="admins_need_second_factor"
        label={t('security.policy.admins')}
        hint={t('security.policy.admins_hint')}
      />
    </FormPage>
  );
}
