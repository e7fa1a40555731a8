import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import type { SelectAll } from './useSelection';

/**
 * Actions for the selected rows. It replaces the toolbar at the same height, or on phones is at the
 * bottom of the screen.
 */
export function BulkBar({
  label,
  count,
  all,
  onClear,
  children,
}: {
  label: string;
  count: number;
  /** Offered if all rows of the page are selected and more rows match. */
  all?: SelectAll | null;
  onClear: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Box
      role="toolbar"
      data-bulk-bar
      aria-label={label}
      sx={{
        display: 'flex',
        flex: 1,
        alignItems: 'center',
        gap: 1.5,
        height: 48,
        px: 1.5,
        borderRadius: { lg: 2 },
        bgcolor: 'surface.tint',
        position: { xs: 'fixed', lg: 'static' },
        insetInline: { xs: 0, lg: 'auto' },
        bottom: 0,
        zIndex: { xs: 'appBar', lg: 'auto' },
        boxSizing: { xs: 'content-box', lg: 'border-box' },
        py: { xs: 1, lg: 0 },
        borderTop: { xs: 1, lg: 0 },
        borderColor: { xs: 'divider' },
      }}
    >
      <IconButton size="small" aria-label={t('table.clear_selection')} onClick={onClear}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography role="status" noWrap sx={{ fontWeight: 600, fontSize: '0.875rem' }}>
        {t('table.selected', { count })}
      </Typography>
      {all && (
        <FailureBeside of={all.gather}>
          <Button size="small" loading={all.gather.isPending} onClick={() => all.gather.mutate()}>
            {t('table.select_all', { count: all.count })}
          </Button>
        </FailureBeside>
      )}
      <Box sx={{ marginInlineStart: 'auto' }} />
      {children}
    </Box>
  );
}
