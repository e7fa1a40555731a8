import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { toast } from '@/lib/toast';
import { useClearNotifications } from './queries';

/** Clears read notifications after confirmation. */
export function ClearRead() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useClearNotifications();
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('notifications.clear')}</Button>
      <ConfirmDialog
        open={asking}
        title={t('notifications.clear_title')}
        confirmLabel={t('notifications.clear')}
        pending={isPending}
        error={error}
        onConfirm={() =>
          mutate(
            {},
            {
              onSuccess: () => {
                setAsking(false);
                toast.success(t('notifications.cleared'));
              },
            },
          )
        }
        onClose={() => setAsking(false)}
      >
        {t('notifications.clear_text')}
      </ConfirmDialog>
    </>
  );
}
