import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountDetail, HeldProfile } from '@/api/identity';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { UserRolesDialog } from './UserRolesDialog';

/** The user's profiles with their roles. */
export function UserProfiles({ user }: { user: AccountDetail }) {
  const { t } = useTranslation();
  const [chosen, choose] = useState<HeldProfile | null>(null);
  return (
    <TitledCard title={t('users.access')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'grid', gap: 2.5 }}>
        {user.profiles.map((profile) => (
          <Profile
            key={profile.id}
            profile={profile}
            onChange={user.can_change_roles ? () => choose(profile) : undefined}
          />
        ))}
      </Box>
      {chosen && <UserRolesDialog user={user} profile={chosen} onClose={() => choose(null)} />}
    </TitledCard>
  );
}

function Profile({
  profile,
  onChange,
}: {
  profile: HeldProfile;
  /** Changes the roles; undefined without the permission. */
  onChange: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const type = t(`common.profile_type.${profile.type}`);
  const organization = localized(profile, 'organization_name', locale);
  const name = organization ? `${type} · ${organization}` : type;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <span dir="auto">{name}</span>
          <StatusChip noun="approval" status={profile.approval_status} />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, color: 'text.secondary' }}>
          {profile.roles.map((role) => (
            <Chip key={role.id} label={localized(role, 'name', locale)} size="small" />
          ))}
          {profile.roles.length === 0 && t('users.no_roles')}
        </Box>
      </Box>
      {onChange && (
        <Button
          size="small"
          aria-label={t('users.change_roles', { name })}
          onClick={onChange}
          sx={{ flexShrink: 0 }}
        >
          {t('users.do.roles')}
        </Button>
      )}
    </Box>
  );
}
