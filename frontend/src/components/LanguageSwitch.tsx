import LanguageIcon from '@mui/icons-material/TranslateOutlined';
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
        // One word is not worth another font: this one comes with the Arabic letters, and the system has those.
        fontFamily:
          other === 'ar' ? 'system-ui, sans-serif' : "'IBM Plex Sans English', sans-serif",
      }}
    >
      {locales[other].name}
    </Button>
  );
}
