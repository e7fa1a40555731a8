import SortIcon from '@mui/icons-material/SwapVertOutlined';
import InputAdornment from '@mui/material/InputAdornment';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';

const ICON = { position: 'absolute', left: 14, m: 0 };

interface SortSelectProps {
  value: string | undefined;
  sorts: readonly string[];
  onChange: (sort: string) => void;
}

/** The order of a catalogue. The browser's own list of choices: MUI's would be 15 kB of a first load. */
export function SortSelect({ value, sorts, onChange }: SortSelectProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      variant="outlined"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      input={
        <OutlinedInput
          size="small"
          startAdornment={
            // Over the choices, which open wherever the field is pressed.
            <InputAdornment position="start" disablePointerEvents sx={ICON}>
              <SortIcon fontSize="small" />
            </InputAdornment>
          }
        />
      }
      inputProps={{ 'aria-label': t('catalogue.sort'), title: t('catalogue.sort') }}
      sx={{ flex: { xs: '1 1 160px', sm: '0 0 200px' }, pl: 0, '& select': { pl: 5 } }}
    >
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {t(`catalogue.sorts.${sort}`)}
        </option>
      ))}
    </NativeSelect>
  );
}
