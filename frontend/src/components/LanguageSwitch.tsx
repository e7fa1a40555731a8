import LanguageIcon from '@mui/icons-material/TranslateOutlined';
import Button from '@mui/material/Button';
import { type Locale, locales, switchLocale, useLocale } from '@/i18n';

/** A button that switches to the other language, labelled in that language. */
export function LanguageSwitch() {
  const other: Locale = useLocale() === 'en' ? 'ar' : 'en';
  return (
    <Button
      lang={other}
      color="inherit"
      size="small"
      startIcon={<LanguageIcon />}
      onClick={() => void switchLocale(other)}
      sx={{
        fontWeight: 500,
        color: 'text.secondary',
        minHeight: 40,
        whiteSpace: 'nowrap',
        // A narrow screen has space for the word only.
        minWidth: 0,
        '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
        // Avoid loading a font for one word: Latin letters of this word are in the Arabic font, and
        // systems have
        // Arabic fonts.
        fontFamily:
          other === 'ar' ? 'system-ui, sans-serif' : "'IBM Plex Sans English', sans-serif",
      }}
    >
      {locales[other].name}
    </Button>
  );
}
