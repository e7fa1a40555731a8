import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FileFormat, fileFormats } from './list';

/** The kinds of files that a list can be saved as; turns while one is made. */
export function ExportMenu({
  onExport,
  exporting,
}: {
  onExport: (format: FileFormat) => void;
  exporting: boolean;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = t(exporting ? 'table.exporting' : 'table.export');
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          loading={exporting}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <DownloadIcon />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {fileFormats.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              setAnchor(null);
              onExport(format);
            }}
          >
            {t(`table.formats.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
