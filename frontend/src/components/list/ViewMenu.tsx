import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns';
import type { Preferences } from './usePreferences';

const densities = ['compact', 'comfortable'] as const;

/** Selects the columns and row height of a table; the browser stores the choice. */
export function ViewMenu<Row>({
  columns,
  preferences,
  onKeys,
}: {
  columns: readonly Column<Row>[];
  preferences: Preferences;
  /** Shows the list's shortcuts; undefined without any. */
  onKeys?: () => void;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // The first column contains the row's link.
  const optional = columns.slice(1);
  return (
    <>
      <Tooltip title={t('table.view')}>
        <IconButton
          aria-label={t('table.view')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ColumnsIcon />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <ListSubheader component="li" role="presentation">
          {t('table.columns')}
        </ListSubheader>
        {optional.map(({ field, heading, hidden }) => {
          const shown = preferences.isShown(field, !hidden);
          return (
            <MenuItem
              key={field}
              dense
              role="menuitemcheckbox"
              aria-checked={shown}
              onClick={() => preferences.show(field, !shown)}
            >
              <Checkbox edge="start" size="small" checked={shown} tabIndex={-1} aria-hidden />
              <ListItemText>{heading}</ListItemText>
            </MenuItem>
          );
        })}
        <Divider />
        <ListSubheader component="li" role="presentation">
          {t('table.density')}
        </ListSubheader>
        {densities.map((density) => (
          <MenuItem
            key={density}
            dense
            role="menuitemradio"
            aria-checked={preferences.density === density}
            onClick={() => preferences.setDensity(density)}
          >
            <Radio
              edge="start"
              size="small"
              checked={preferences.density === density}
              tabIndex={-1}
              aria-hidden
            />
            <ListItemText>{t(`table.densities.${density}`)}</ListItemText>
          </MenuItem>
        ))}
        {onKeys && <Divider />}
        {onKeys && (
          <MenuItem
            dense
            onClick={() => {
              setAnchor(null);
              onKeys();
            }}
          >
            {t('table.keys.title')}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
