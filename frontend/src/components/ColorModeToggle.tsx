import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/WbSunnyOutlined';
import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';

/** Switches between light and dark; until it is used, the system decides. */
export function ColorModeToggle() {
  const { t } = useTranslation();
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  const label = t(dark ? 'common.light_mode' : 'common.dark_mode');
  return (
    <IconButton
      aria-label={label}
      title={label}
      onClick={() => setMode(dark ? 'light' : 'dark')}
      sx={{ color: 'text.secondary' }}
    >
      {dark ? <LightIcon /> : <DarkIcon />}
    </IconButton>
  );
}
