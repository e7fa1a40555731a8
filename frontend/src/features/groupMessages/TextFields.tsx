import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import type { Any } from '@/lib/any';
import type { MessageInput } from './messageForm';

const LANGUAGES = ['en', 'ar'] as const;

interface TextFieldsProps {
  control: Control<MessageInput, unknown, Any>;
}

/** Subject and text, in one or both languages. */
export function TextFields({ control }: TextFieldsProps) {
  const { t } = useTranslation();
  return (
    <TitledCard title={t('group_messages.message')} lead={t('group_messages.message_lead')}>
      <Box
        sx={{
          mt: 2.5,
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
        }}
      >
        {LANGUAGES.map((language) => {
          const dir = language === 'ar' ? 'rtl' : 'ltr';
          const slotProps = { htmlInput: { dir, lang: language } };
          return (
            <Box
              key={language}
              role="group"
              aria-label={t(`group_messages.languages.${language}`)}
              sx={{ display: 'grid', gap: 2 }}
            >
              <Typography variant="subtitle2">
                {t(`group_messages.languages.${language}`)}
              </Typography>
              <TextInput
                control={control}
                name={`subject_${language}`}
                label={t('group_messages.subject')}
                slotProps={slotProps}
              />
              <TextInput
                control={control}
                name={`text_${language}`}
                label={t('group_messages.text')}
                hint={t('group_messages.text_hint')}
                multiline
                minRows={7}
                slotProps={slotProps}
              />
            </Box>
          );
        })}
      </Box>
    </TitledCard>
  );
}
