import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureBeside, type Started } from '@/components/feedback/FailureBeside';
import { type FileFormat, fileFormats } from './list';

/** The export formats of a list; shows progress during an export. */
export function ExportMenu({ save }: { save: Started<FileFormat> }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = t(save.isPending ? 'table.exporting' : 'table.export');
  return (
    <>
      <FailureBeside of={save}>
        <Tooltip title={label}>
          <IconButton
            aria-label={label}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            loading={save.isPending}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <DownloadIcon />
          </IconButton>
        </Tooltip>
      </FailureBeside>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {fileFormats.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              setAnchor(null);
              save.mutate(format);
            }}
          >
            {t(`table.formats.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
