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

/** Where the address is changed: among a candidate's own pages, or in the dashboard. */
const addressPages = ['candidateSecurity', 'accountSecurity'] as const;

/** Says that the person's mails come back, and how that is mended; nothing while they arrive. */
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
      {/* Below the text, which on a phone has no room beside them. */}
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
