import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';

/** One of some states, or all of them; the texts are `status.<option>` unless others are named. */
export function FilterSelect({
  label,
  value,
  options,
  onChange,
  texts = 'status',
}: {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
  texts?: string;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      sx={{ width: 200 }}
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
