import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Preview as Shown } from '@/api/notifications';
import { asProblem } from '@/api/problem';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { LinkedText } from '@/components/LinkedText';
import { TitledCard } from '@/components/record/TitledCard';
import { type Locale, useLocale } from '@/i18n';
import type { Any } from '@/lib/any';
import type { MessageInput } from './messageForm';
import { previewQuery } from './queries';
import { useStableValue } from './useStableValue';

type Channel = 'app' | 'mail';

interface PreviewProps {
  control: Control<MessageInput, unknown, Any>;
}

/** The message in both languages as recipients will see it. */
export function Preview({ control }: PreviewProps) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<Locale>(useLocale());
  const [channel, setChannel] = useState<Channel>('app');
  const [to, batch, subject_en, subject_ar, text_en, text_ar] = useWatch({
    control,
    name: ['to', 'batch', 'subject_en', 'subject_ar', 'text_en', 'text_ar'],
  });
  const batchId = (to === 'batch' && batch?.id) || null;
  const draft = useStableValue({ subject_en, subject_ar, text_en, text_ar, batch_id: batchId });
  const isBegun = [draft.subject_en, draft.subject_ar, draft.text_en, draft.text_ar].some(Boolean);
  const { data, error, refetch } = useQuery(previewQuery(draft, isBegun));
  const other = language === 'en' ? 'ar' : 'en';
  const isOther = isBegun && !draft[`text_${language}`] && Boolean(draft[`text_${other}`]);
  // Invalid fields are reported on save.
  const invalid = asProblem(error)?.status === 422;
  return (
    <Box sx={{ position: { lg: 'sticky' }, top: { lg: 88 }, minWidth: 0 }}>
      <TitledCard title={t('group_messages.preview')} lead={t('group_messages.preview_lead')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, my: 2.5 }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={channel}
            onChange={(_, chosen: Channel | null) => chosen && setChannel(chosen)}
          >
            <ToggleButton value="app">{t('group_messages.channel.app')}</ToggleButton>
            <ToggleButton value="mail">{t('group_messages.channel.mail')}</ToggleButton>
          </ToggleButtonGroup>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={language}
            onChange={(_, chosen: Locale | null) => chosen && setLanguage(chosen)}
          >
            <ToggleButton value="en">{t('group_messages.languages.en')}</ToggleButton>
            <ToggleButton value="ar">{t('group_messages.languages.ar')}</ToggleButton>
          </ToggleButtonGroup>
        </Box>
        {isOther && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {t(`group_messages.missing.${language}`)}
          </Alert>
        )}
        {(!isBegun || invalid) && (
          <Typography sx={{ color: 'text.secondary' }}>
            {t(invalid ? 'group_messages.preview_none' : 'group_messages.preview_empty')}
          </Typography>
        )}
        {isBegun && error && !invalid && (
          <ErrorAlert error={error} onRetry={() => void refetch()} />
        )}
        {isBegun && !error && !data && <Skeleton variant="rounded" height={200} />}
        {isBegun && !error && data && (
          <RenderedMessage preview={data[language]} channel={channel} language={language} />
        )}
      </TitledCard>
    </Box>
  );
}

interface RenderedProps {
  preview: Shown;
  channel: Channel;
  language: Locale;
}

function RenderedMessage({ preview, channel, language }: RenderedProps) {
  const { t } = useTranslation();
  if (channel === 'mail') {
    return (
      <Box
        component="iframe"
        // A sandbox without scripts, forms and origin.
        sandbox=""
        srcDoc={preview.html}
        title={t('group_messages.channel.mail')}
        sx={{ width: 1, height: 520, border: 1, borderColor: 'divider', borderRadius: 2 }}
      />
    );
  }
  return (
    <Box
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      lang={language}
      sx={{ p: 2, borderRadius: 2, border: 1, borderColor: 'divider' }}
    >
      <Typography dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {preview.title}
      </Typography>
      <LinkedText text={preview.body} />
    </Box>
  );
}
