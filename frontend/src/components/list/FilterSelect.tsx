import ClearIcon from '@mui/icons-material/ClearOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';

/** One of some states, or all of them; the texts are `<texts>.<option>`. */
export function FilterSelect({
  label,
  value,
  options,
  onChange,
  texts,
}: {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
  texts: string;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      select
      size="small"
      label={label}
      // What an old or mistyped address names is no choice here; the list itself says so.
      value={options.includes(value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      sx={{ minWidth: { sm: 200 } }}
      slotProps={{
        input: {
          endAdornment: value && (
            <InputAdornment position="end" sx={{ marginInlineEnd: 2 }}>
              <IconButton
                size="small"
                aria-label={t('table.clear_filter', { name: label })}
                onClick={() => onChange('')}
              >
                <ClearIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    >
      <MenuItem value="">{t('common.all')}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {t(`${texts}.${option}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
