import CheckIcon from '@mui/icons-material/CheckOutlined';
import LogoutIcon from '@mui/icons-material/LogoutOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { localized, useLocale } from '@/i18n';
import { opens } from '@/lib/access';
import { pictureProps } from '@/lib/pictureProps';
import { chooseProfile, endSession, type ProfileType, useSession } from '@/lib/session';
import { flushUndoable } from '@/lib/undoQueue';
import { paths, type RouteName } from '@/routes/paths';

const candidateLinks: RouteName[] = [
  'myTrainings',
  'savedBatches',
  'myPayments',
  'candidateProfile',
];
const deskLinks: RouteName[] = ['dashboard', 'accountProfile', 'accountPassword'];

/** Returns the start page of a profile type. */
const getStartPath = (type: ProfileType) => (type === 'candidate' ? paths.home : paths.dashboard);

/** The menu of the signed-in user: own pages, profile selection and sign-out. */
export default function UserMenu() {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const session = useSession();
  const { user, profile } = session;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!user) return null;

  const name = localized(user, 'name', locale) || user.username;
  const image = profile?.image ?? user.image;
  const links = profile?.type === 'candidate' ? candidateLinks : profile ? deskLinks : [];
  const getOrganizationName = (id: string) => {
    const found = user.profiles.find((one) => one.id === id);
    return { name_en: found?.organization_name_en, name_ar: found?.organization_name_ar };
  };
  const close = () => setAnchor(null);
  const go = (path: string) => {
    close();
    void navigate(path);
  };
  const signOut = async () => {
    close();
    // Flush scheduled decisions first: a failed one can only be retried while signed in.
    if (!(await flushUndoable())) return;
    // Leave a protected page first; otherwise its guard would redirect to sign-in.
    await navigate(paths.home);
    await endSession();
  };

  return (
    <>
      <IconButton
        aria-label={t('common.account')}
        title={t('common.account')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget)}
        sx={{ p: 0.5 }}
      >
        <Avatar
          {...pictureProps(image)}
          alt=""
          sx={{
            width: 34,
            height: 34,
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
            fontSize: 15,
            fontWeight: 600,
          }}
        >
          {name.slice(0, 1).toUpperCase()}
        </Avatar>
      </IconButton>

      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            sx: { width: 288, mt: 1, borderRadius: 1.5, border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Box component="li" sx={{ px: 2, py: 1.25 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }} dir="ltr" component="span">
            {user.email}
          </Typography>
          {profile && (
            <Typography variant="body2" sx={{ mt: 0.5, color: 'primary.main', fontWeight: 500 }}>
              {localized(getOrganizationName(profile.id), 'name', locale) ||
                t(`common.profile_type.${profile.type}`)}
            </Typography>
          )}
        </Box>
        <Divider />
        {user.profiles.length > 1 && (
          <ListSubheader sx={{ bgcolor: 'transparent' }}>{t('common.profiles')}</ListSubheader>
        )}
        {user.profiles.length > 1 &&
          user.profiles.map(({ id, type, roles }) => (
            <MenuItem
              key={id}
              selected={id === profile?.id}
              onClick={async () => {
                // A scheduled decision belongs to the previous profile, so it is sent first.
                if (!(await flushUndoable())) return close();
                chooseProfile(id);
                go(getStartPath(type));
              }}
            >
              <ListItemText
                primary={t(`common.profile_type.${type}`)}
                secondary={
                  [getOrganizationName(id), ...roles]
                    .map((named) => localized(named, 'name', locale))
                    .filter(Boolean)
                    .join(' · ') || undefined
                }
              />
              {id === profile?.id && <CheckIcon fontSize="small" color="primary" />}
            </MenuItem>
          ))}
        {user.profiles.length > 1 && <Divider />}
        {links
          .filter((route) => opens(route, session))
          .map((route) => (
            <MenuItem key={route} onClick={() => go(paths[route])}>
              {t(`routes.${route}`)}
            </MenuItem>
          ))}
        <Divider />
        <MenuItem onClick={() => void signOut()}>
          <ListItemIcon>
            <LogoutIcon fontSize="small" sx={{ transform: 'scaleX(var(--flip))' }} />
          </ListItemIcon>
          {t('common.sign_out')}
        </MenuItem>
      </Menu>
    </>
  );
}
