import { useTranslation } from 'react-i18next';
import type { PageSlug } from '@/api/catalog';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { toast } from '@/lib/toast';
import { useDeleteDraft } from './queries';

/** Discards the draft; the published version stays. */
export function DiscardDraft({ slug, onClose }: { slug: PageSlug; onClose: () => void }) {
  const { t } = useTranslation();
  const discard = useDeleteDraft();
  return (
    <ConfirmDialog
      open
      title={t('site_pages.discard_title')}
      confirmLabel={t('site_pages.discard')}
      color="error"
      pending={discard.isPending}
      error={discard.error}
      onConfirm={() =>
        discard.mutate(
          { path: { slug } },
          {
            onSuccess: () => {
              toast.success(t('site_pages.discarded'));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {t('site_pages.discard_text')}
    </ConfirmDialog>
  );
}
