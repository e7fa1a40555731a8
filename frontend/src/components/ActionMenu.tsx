import MoreIcon from '@mui/icons-material/MoreVertOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailureBeside } from './feedback/FailureBeside';

/** An action on a record: a callback, or a link to another page. */
export type Action = {
  label: string;
  /** Destructive or irreversible. */
  danger?: boolean;
  disabled?: boolean;
  /** If it returns a promise, a rejection is shown next to the menu's button. */
  onSelect?: () => unknown;
} & ({ onSelect: () => unknown; to?: never } | { to: string; onSelect?: never });

/** A "…" menu with an accessible name; renders nothing without actions. */
export function ActionMenu({ name, actions }: { name: string; actions: readonly Action[] }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const run = useMutation({ mutationFn: async (select: () => unknown) => await select() });
  if (actions.length === 0) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <FailureBeside of={run}>
        <IconButton
          aria-label={t('table.actions_of', { name })}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          loading={run.isPending}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </FailureBeside>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {actions.map(({ label, danger, disabled, to, onSelect }) => (
          <MenuItem
            key={label}
            disabled={disabled}
            onClick={() => {
              close();
              if (onSelect) run.mutate(onSelect);
            }}
            {...(to && { component: Link, to })}
            sx={danger ? { color: 'error.main' } : undefined}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
