import ZipIcon from '@mui/icons-material/FolderZipOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArchiveFilter } from '@/api/enrollment';
import { ArchiveDialog } from './ArchiveDialog';

interface ArchiveButtonProps {
  /** Selects the certificates. */
  filters: ArchiveFilter;
}

/** Saves the PDFs of many certificates as one ZIP file. */
export function ArchiveButton({ filters }: ArchiveButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<ZipIcon />} onClick={() => setOpen(true)}>
        {t('archives.action')}
      </Button>
      {open && <ArchiveDialog filters={filters} onClose={() => setOpen(false)} />}
    </>
  );
}
