import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { ColorModeToggle } from '@/components/ColorModeToggle';
import { Logo } from '@/components/Logo';
import { LinkButton } from '@/components/RouterLinks';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { navLink, publicLinks } from './publicLinks';

interface MobileMenuProps {
  open: boolean;
  onClose: () => void;
  plain: boolean;
}

/** The navigation of the public header on narrow screens. */
export default function MobileMenu({ open, onClose, plain }: MobileMenuProps) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { sx: { width: 'min(320px, 88vw)', p: 2 } } }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', px: 1 }}>
        <Logo size={28} />
        <IconButton onClick={onClose} aria-label={t('common.close')}>
          <CloseIcon />
        </IconButton>
      </Box>
      {!plain && (
        <>
          <List component="nav" aria-label={t('common.main_navigation')} sx={{ mt: 1 }}>
            {publicLinks(session).map((name) => (
              <ListItemButton
                key={name}
                component={NavLink}
                to={paths[name]}
                end
                onClick={onClose}
                sx={navLink}
              >
                {t(`routes.${name}`)}
              </ListItemButton>
            ))}
          </List>
          <Divider sx={{ my: 1 }} />
        </>
      )}
      <ColorModeToggle />
      {!session.user && (
        <Box sx={{ display: 'grid', gap: 1.25, mt: 2 }}>
          <LinkButton to={paths.signUp} variant="contained" size="large" onClick={onClose}>
            {t('common.sign_up')}
          </LinkButton>
          <LinkButton to={paths.signIn} variant="outlined" size="large" onClick={onClose}>
            {t('common.sign_in')}
          </LinkButton>
        </Box>
      )}
    </Drawer>
  );
}
