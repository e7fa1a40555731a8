import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrganizationPerson, RoleRead } from '@/api/enrollment';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { BulkBar } from '@/components/list/BulkBar';
import type { SelectAll } from '@/components/list/useSelection';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { useGiveRole, useTakeRole } from './queries';

interface GiveRoleProps {
  roles: readonly RoleRead[];
  chosen: readonly OrganizationPerson[];
  all: SelectAll | null;
  onClear: () => void;
}

/** Assigns a job role to the selected people, or removes one. */
export function GiveRole({ roles, chosen, all, onClear }: GiveRoleProps) {
  const { t } = useTranslation();
  const give = useGiveRole();
  const take = useTakeRole();
  if (chosen.length === 0) return null;
  return (
    <BulkBar label={t('requirements.give')} count={chosen.length} all={all} onClear={onClear}>
      <RoleMenu
        label={t('requirements.give')}
        contained
        roles={roles}
        chosen={chosen}
        change={give}
        onDone={onClear}
      />
      <RoleMenu
        label={t('requirements.take')}
        roles={roles}
        chosen={chosen}
        change={take}
        onDone={onClear}
      />
    </BulkBar>
  );
}

interface RoleMenuProps {
  label: string;
  contained?: boolean;
  roles: readonly RoleRead[];
  chosen: readonly OrganizationPerson[];
  change: ReturnType<typeof useGiveRole> | ReturnType<typeof useTakeRole>;
  onDone: () => void;
}

function RoleMenu({ label, contained, roles, chosen, change, onDone }: RoleMenuProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const save = useMutation({
    mutationFn: (role: RoleRead) =>
      change.mutateAsync({
        path: { role_id: role.id },
        body: { candidate_profile_ids: chosen.map((each) => each.candidate_profile_id) },
      }),
    onSuccess: () => {
      toast.success(t('common.saved'));
      onDone();
    },
  });
  return (
    <>
      <FailureBeside of={save}>
        <Button
          size="small"
          variant={contained ? 'contained' : 'outlined'}
          loading={save.isPending}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {label}
        </Button>
      </FailureBeside>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {roles.map((role) => (
          <MenuItem
            key={role.id}
            onClick={() => {
              setAnchor(null);
              save.mutate(role);
            }}
          >
            {localized(role, 'name', locale)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
