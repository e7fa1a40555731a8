import ArrowIcon from '@mui/icons-material/ArrowDropDown';
import SortIcon from '@mui/icons-material/SwapVertOutlined';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';

// Over the choices, which open wherever the field is pressed.
const ICON = { position: 'absolute', m: 0 };

interface SortSelectProps {
  value: string | undefined;
  sorts: readonly string[];
  onChange: (sort: string) => void;
}

/**
 * The order of a catalogue. The browser's own list of choices in a field of MUI's: its Select would be 15 kB of a first
 * load, and its NativeSelect 2.
 */
export function SortSelect({ value, sorts, onChange }: SortSelectProps) {
  const { t } = useTranslation();
  return (
    <OutlinedInput
      size="small"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      // Its types have it that only fields of text are meant.
      inputComponent={'select' as 'input'}
      inputProps={{
        type: undefined,
        'aria-label': t('catalogue.sort'),
        title: t('catalogue.sort'),
        children: sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`catalogue.sorts.${sort}`)}
          </option>
        )),
      }}
      startAdornment={
        <InputAdornment position="start" disablePointerEvents sx={{ ...ICON, left: 14 }}>
          <SortIcon fontSize="small" />
        </InputAdornment>
      }
      endAdornment={
        <InputAdornment position="end" disablePointerEvents sx={{ ...ICON, right: 7 }}>
          <ArrowIcon />
        </InputAdornment>
      }
      sx={{
        flex: { xs: '1 1 160px', sm: '0 0 200px' },
        px: 0,
        '& select': { appearance: 'none', cursor: 'pointer', pl: 5, pr: 4 },
        '& option': { bgcolor: 'background.paper' },
      }}
    />
  );
}
