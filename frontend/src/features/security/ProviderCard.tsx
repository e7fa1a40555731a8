import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { linkQuery, providerQuery, useDisconnect } from './queries';

/** The connected external account; renders nothing if no provider is configured. */
export function ProviderCard() {
  const { t } = useTranslation();
  const { data: provider } = useQuery(providerQuery());
  const { data: link } = useQuery({ ...linkQuery(), enabled: Boolean(provider?.name) });
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useDisconnect();
  const name = provider?.name;
  if (!name || !link) return null;
  const close = () => setAsking(false);
  return (
    <TitledCard
      title={t('security.provider.title', { name })}
      lead={t('security.provider.lead', { name })}
    >
      {link.linked_at ? (
        <>
          <Details
            entries={[
              [
                t('security.provider.since'),
                <DateText key="since" value={link.linked_at} style="datetime" />,
              ],
              link.last_used_at && [
                t('security.passkeys.used'),
                <DateText key="used" value={link.last_used_at} style="datetime" />,
              ],
            ]}
          />
          <Button color="error" sx={{ mt: 3 }} onClick={() => setAsking(true)}>
            {t('security.provider.disconnect')}
          </Button>
        </>
      ) : (
        <Typography sx={{ mt: 3 }}>{t('security.provider.how', { name })}</Typography>
      )}
      {asking && (
        <ConfirmDialog
          open
          title={t('security.provider.disconnect_title', { name })}
          confirmLabel={t('security.provider.disconnect')}
          color="error"
          pending={isPending}
          error={error}
          onConfirm={() => mutate({}, { onSuccess: close })}
          onClose={close}
        >
          {t('security.provider.disconnect_text')}
        </ConfirmDialog>
      )}
    </TitledCard>
  );
}
