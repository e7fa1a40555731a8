import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import type { Any } from '@/lib/any';
import type { MessageInput } from './messageForm';

interface TimeFieldsProps {
  control: Control<MessageInput, unknown, Any>;
}

/** The send time of a message. */
export function TimeFields({ control }: TimeFieldsProps) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: 'when' });
  return (
    <TitledCard title={t('group_messages.when')}>
      <Box sx={{ display: 'grid', gap: 2.5, mt: 2.5, justifyItems: 'start' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('group_messages.when')}
          value={field.value}
          onChange={(_, chosen: MessageInput['when'] | null) => chosen && field.onChange(chosen)}
        >
          <ToggleButton value="now">{t('group_messages.now')}</ToggleButton>
          <ToggleButton value="later">{t('group_messages.later')}</ToggleButton>
        </ToggleButtonGroup>
        {field.value === 'later' && (
          <TextInput
            control={control}
            name="send_at"
            type="datetime-local"
            label={t('group_messages.send_at')}
            hint={t('group_messages.send_at_hint')}
            ltr
            required
            slotProps={{ inputLabel: { shrink: true } }}
          />
        )}
      </Box>
    </TitledCard>
  );
}
