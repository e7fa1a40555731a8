import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { switchSingleKeys, useSingleKeys } from '@/lib/useShortcuts';
import type { RowKey } from './useListKeys';

const keys = [
  { key: 'j', does: 'next' },
  { key: 'k', does: 'previous' },
  { key: 'x', does: 'mark' },
  { key: 'Enter', does: 'open' },
  { key: '/', does: 'search' },
  { key: '?', does: 'help' },
] as const;

/** The keys of a list page, with the setting that switches them off. */
export function KeysHelp({
  open,
  canMark,
  rowKeys = [],
  onClose,
}: {
  open: boolean;
  canMark: boolean;
  rowKeys?: readonly RowKey[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const isOn = useSingleKeys();
  const titleId = useId();
  const known = keys
    .filter(({ does }) => does !== 'mark' || canMark)
    .map(({ key, does }) => ({ key, label: t(`table.keys.${does}`) }));
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('table.keys.title')}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1.5, columnGap: 3 }}
        >
          {[...known, ...rowKeys].map(({ key, label }) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <dt>
                <kbd dir="ltr">{key}</kbd>
              </dt>
              <Box component="dd" sx={{ m: 0 }}>
                {label}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ justifyContent: 'space-between' }}>
        <FormControlLabel
          control={<Switch checked={isOn} onChange={(_, on) => switchSingleKeys(on)} />}
          label={t('table.keys.on')}
        />
        <Button variant="contained" onClick={onClose} autoFocus sx={{ flexShrink: 0 }}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
