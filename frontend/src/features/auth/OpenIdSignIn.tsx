import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  beginOpenidLoginMutation,
  getOpenidProviderOptions,
} from '@/api/identity/@tanstack/react-query.gen';
import { ActionError } from '@/components/feedback/ActionError';
import { keepWayBack } from './pendingLink';

/** Starts sign-in with the OpenID provider, if one is configured. */
export function OpenIdSignIn() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { data } = useQuery({ ...getOpenidProviderOptions(), retry: false });
  const begin = useMutation({
    ...beginOpenidLoginMutation(),
    onSuccess: ({ address }) => {
      keepWayBack(params.get('redirect'));
      window.location.assign(address);
    },
  });
  if (!data?.name) return null;
  return (
    <>
      <Button
        variant="outlined"
        size="large"
        loading={begin.isPending}
        onClick={() => begin.mutate({})}
      >
        {t('auth.use_provider', { name: data.name })}
      </Button>
      <ActionError error={begin.error} />
    </>
  );
}
