import ShareIcon from '@mui/icons-material/ShareOutlined';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '@/lib/toast';
import { FailureBeside } from './feedback/FailureBeside';

/** Shares the page's URL by the browser's share dialog, or else copies it. */
export function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation();
  const share = useMutation({
    mutationFn: async () => {
      const url = `${window.location.origin}${window.location.pathname}`;
      if (navigator.share) return navigator.share({ title, url }).catch(ignoreAbort);
      await navigator.clipboard.writeText(url);
      toast.success(t('saved.link_copied'));
    },
  });
  return (
    <FailureBeside of={share} text={t('saved.not_shared')}>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<ShareIcon />}
        onClick={() => share.mutate()}
        sx={{ borderColor: 'divider' }}
      >
        {t('saved.share')}
      </Button>
    </FailureBeside>
  );
}

/** Rethrows an error unless the user closed the share dialog. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
