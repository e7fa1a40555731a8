import ShareIcon from '@mui/icons-material/ShareOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { toast } from '@/lib/toast';

/** Gives the page's address to another program where the browser can, else to the clipboard. */
export function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation();
  const share = async () => {
    const url = `${window.location.origin}${window.location.pathname}`;
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        toast.success(t('saved.link_copied'));
      }
    } catch (error) {
      // Whoever closes the list of programs has changed their mind.
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        toast.error(t('saved.not_shared'));
      }
    }
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<ShareIcon />}
      onClick={() => void share()}
      sx={{ borderColor: 'divider' }}
    >
      {t('saved.share')}
    </Button>
  );
}
