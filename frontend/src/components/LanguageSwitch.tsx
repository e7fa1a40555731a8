import LanguageIcon from '@mui/icons-material/LanguageOutlined';
import Button from '@mui/material/Button';
import { type Locale, locales, switchLocale, useLocale } from '@/i18n';

/** Offers the other language by its own name. */
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
        // A narrow screen has room for the word only.
        minWidth: 0,
        '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
        // One word is not worth the Arabic font; the Latin one is there in both languages.
        ...(other === 'ar' && { fontFamily: 'system-ui, sans-serif' }),
      }}
    >
      {locales[other].name}
    </Button>
  );
}
