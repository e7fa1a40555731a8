import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePasswordMutation } from '@/api/identity/@tanstack/react-query.gen';
import { asProblem } from '@/api/problem';
import { TryAgainIn } from '@/components/feedback/TryAgainIn';
import { FormProblem } from '@/components/form/FormProblem';
import { PasswordInput } from '@/components/form/PasswordInput';
import { PageContainer } from '@/components/PageContainer';
import { TitledCard } from '@/components/record/TitledCard';
import * as personFields from '@/domain/personFields';
import { showProblem, useZodForm, z } from '@/lib/forms';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { inSeconds } from '@/lib/useCountdown';

const schema = z.object({
  current_password: z.string().min(1),
  password: personFields.newPassword,
});
const empty = { current_password: '', password: '' };

/** Replacing the own password; the other sessions of the user end. */
export default function PasswordPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const form = useZodForm(schema, empty);
  const save = useMutation({
    ...changePasswordMutation(),
    onSuccess: () => {
      form.reset(empty);
      toast.success(t('password.changed'));
    },
    onError: (error) => {
      const wait = asProblem(error)?.retryAfter;
      if (asProblem(error)?.status === 429 && wait) setLockedUntil(inSeconds(wait));
      else showProblem(form, error);
    },
  });

  return (
    <PageContainer title={t('routes.candidatePassword')} width="lg">
      <Box sx={{ maxWidth: 560 }}>
        <TitledCard title={t('password.choose')} lead={t('password.lead')}>
          <Box
            component="form"
            noValidate
            onSubmit={form.handleSubmit((body) => {
              setLockedUntil(null);
              save.mutate({ body });
            })}
            sx={{ display: 'grid', gap: 2.5, mt: 3 }}
          >
            <FormProblem control={form.control} />
            <TryAgainIn until={lockedUntil} />
            {/* For password managers: whose password this is. */}
            <input
              type="text"
              hidden
              name="username"
              autoComplete="username"
              value={user?.username ?? ''}
              readOnly
            />
            <PasswordInput
              control={form.control}
              name="current_password"
              label={t('password.current')}
            />
            <PasswordInput
              control={form.control}
              name="password"
              label={t('person.new_password')}
              isNew
            />
            <Box>
              <Button type="submit" variant="contained" size="large" loading={save.isPending}>
                {t('password.save')}
              </Button>
            </Box>
          </Box>
        </TitledCard>
      </Box>
    </PageContainer>
  );
}
