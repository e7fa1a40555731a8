import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';

export const MAIN_ID = 'main';

/** The first tab stop: skips the navigation. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <Link
      href={`#${MAIN_ID}`}
      onClick={(event) => {
        // Otherwise the router would handle the hash as a navigation.
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
      sx={{
        position: 'fixed',
        insetInlineStart: 16,
        top: -80,
        zIndex: 2000,
        px: 2,
        py: 1.25,
        borderRadius: 1,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        '&:focus': { top: 12 },
      }}
    >
      {t('common.skip_to_content')}
    </Link>
  );
}
