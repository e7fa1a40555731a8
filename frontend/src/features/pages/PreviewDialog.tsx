import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { localized, useLocale } from '@/i18n';
import { type Block, Blocks } from './Blocks';
import type { PageInput } from './pageForm';

type Content = Pick<PageInput, 'title_en' | 'title_ar' | 'summary_en' | 'summary_ar' | 'blocks'>;

/** A preview of the public page, in the current language. */
export function PreviewDialog({ content, onClose }: { content: Content; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Dialog open fullWidth maxWidth="lg" onClose={onClose} aria-labelledby="preview-title">
      <DialogTitle id="preview-title">{t('site_pages.preview')}</DialogTitle>
      <DialogContent dividers>
        <Box sx={{ py: 2 }}>
          <Typography variant="h2" component="p">
            {localized(content, 'title', locale)}
          </Typography>
          <Typography sx={{ mt: 0.75, mb: 4, color: 'text.secondary' }}>
            {localized(content, 'summary', locale)}
          </Typography>
          <Blocks blocks={content.blocks as Block[]} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
