import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreferencesRead, PreferencesUpdate } from '@/api/notifications';
import { TitledCard } from '@/components/record/TitledCard';

type Hours = Pick<PreferencesUpdate, 'quiet_from' | 'quiet_until'>;

const usual = { quiet_from: '22:00:00', quiet_until: '07:00:00' };
const none = { quiet_from: null, quiet_until: null };

interface QuietHoursProps {
  preferences: PreferencesRead;
  onChange: (hours: Hours) => void;
}

/** The hours in which no messages are sent. */
export function QuietHours({ preferences, onChange }: QuietHoursProps) {
  const { t } = useTranslation();
  const { quiet_from, quiet_until } = preferences;
  return (
    <TitledCard title={t('preferences.quiet')} lead={t('preferences.quiet_lead')}>
      <FormControlLabel
        control={
          <Switch checked={quiet_from !== null} onChange={(_, on) => onChange(on ? usual : none)} />
        }
        label={t('preferences.quiet_on')}
        sx={{ mt: 1.5 }}
      />
      {quiet_from && quiet_until && (
        <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Hour
            label={t('preferences.from')}
            value={quiet_from}
            onChange={(time) => onChange({ quiet_from: time, quiet_until })}
          />
          <Hour
            label={t('preferences.until')}
            value={quiet_until}
            onChange={(time) => onChange({ quiet_from, quiet_until: time })}
          />
        </Box>
      )}
    </TitledCard>
  );
}

interface HourProps {
  label: string;
  /** A time in the API's format, `HH:mm:ss`. */
  value: string;
  onChange: (time: string) => void;
}

/** A time field applied on blur, because it is incomplete while typing. */
function Hour({ label, value, onChange }: HourProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      type="time"
      label={label}
      value={typed ?? value.slice(0, 5)}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed && typed !== value.slice(0, 5)) onChange(`${typed}:00`);
        setTyped(null);
      }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { dir: 'ltr' } }}
      sx={{ width: 160 }}
    />
  );
}
