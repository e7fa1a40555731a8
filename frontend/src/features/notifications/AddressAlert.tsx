import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  getOwnAddressOptions,
  unmarkOwnAddressMutation,
} from '@/api/notifications/@tanstack/react-query.gen';
import { ActionError } from '@/components/feedback/ActionError';
import { LinkButton } from '@/components/RouterLinks';
import { useOpens } from '@/lib/access';
import { useInvalidate } from '@/lib/useInvalidate';
import { paths } from '@/routes/paths';

/** The pages for changing the email address, for candidates and for the dashboard. */
const addressPages = ['candidateSecurity', 'accountSecurity'] as const;

/** Warns that mail to the user bounces, with a link to change the address. */
export function AddressAlert() {
  const { t } = useTranslation();
  const opens = useOpens();
  const { data } = useQuery(getOwnAddressOptions());
  const unmark = useMutation({
    ...unmarkOwnAddressMutation(),
    onSuccess: useInvalidate('deliveries'),
  });
  if (!data?.mark) return null;
  const addressPage = addressPages.find(opens);
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2, '& .MuiAlert-message': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      {t(`notifications.address_${data.mark}`, { address: data.address })}
      {/* Below the text, because a phone has no space beside it. */}
      <Box sx={{ mt: 1, mx: -1.5, display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
        {addressPage && (
          <LinkButton color="inherit" size="small" to={paths[addressPage]}>
            {t('notifications.address_change')}
          </LinkButton>
        )}
        <Button
          color="inherit"
          size="small"
          loading={unmark.isPending}
          onClick={() => unmark.mutate({})}
        >
          {t(`notifications.address_again_${data.mark}`)}
        </Button>
      </Box>
      <ActionError error={unmark.error} />
    </Alert>
  );
}
