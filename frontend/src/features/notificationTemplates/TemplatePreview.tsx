import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Preview, WordingDetail } from '@/api/notifications';
import { asProblem } from '@/api/problem';
import { ActionError } from '@/components/feedback/ActionError';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { TitledCard } from '@/components/record/TitledCard';
import { type Locale, useLocale } from '@/i18n';
import type { Any } from '@/lib/any';
import { toast } from '@/lib/toast';
import { useDebounced } from '@/lib/useDebounced';
import { previewQuery, useSendSample } from './queries';
import { locales, type TemplateValues, toWordingText } from './templateFields';

const channels = ['mail', 'app', 'push', 'sms', 'plain'] as const;
const schemes = ['light', 'dark'] as const;
type Channel = (typeof channels)[number];
type Scheme = (typeof schemes)[number];

interface NoticePreviewProps {
  wording: WordingDetail;
  control: Control<TemplateValues, unknown, Any>;
}

/** The text as recipients will see it. */
export function TemplatePreview({ wording, control }: NoticePreviewProps) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<Locale>(useLocale());
  const [channel, setChannel] = useState<Channel>('mail');
  const [scheme, setScheme] = useState<Scheme>('light');
  const values = useWatch({ control, name: language });
  const text = useDebounced(toWordingText(values, wording.packaged[language]));
  const asked = { language, text };
  const { data, error, refetch } = useQuery(previewQuery(wording.kind, asked));
  // Invalid fields are reported on save.
  const invalid = asProblem(error)?.status === 422;
  const send = useSendSample();
  return (
    <TitledCard title={t('notices.preview')} lead={t('notices.preview_lead')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, my: 2.5 }}>
        <Choice
          values={channels}
          label={(each) => t(`notices.channel.${each}`)}
          value={channel}
          onChange={setChannel}
        />
        <Choice
          values={locales}
          label={(each) => t(`notices.language.${each}`)}
          value={language}
          onChange={setLanguage}
        />
        {channel === 'mail' && (
          <Choice
            values={schemes}
            label={(each) => t(`notices.scheme.${each}`)}
            value={scheme}
            onChange={setScheme}
          />
        )}
      </Box>
      {invalid && (
        <Typography sx={{ color: 'text.secondary' }}>{t('notices.preview_none')}</Typography>
      )}
      {error && !invalid && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton variant="rounded" height={320} />}
      {!error && data && (
        <ChannelPreview channel={channel} scheme={scheme} preview={data} lang={language} />
      )}
      <ActionError error={send.error} />
      <Button
        type="button"
        variant="outlined"
        disabled={Boolean(error)}
        loading={send.isPending}
        onClick={() =>
          send.mutate(
            { path: { kind: wording.kind }, body: asked },
            {
              onSuccess: ({ email }) =>
                toast.success(email ? t('notices.sent', { email }) : t('notices.sent_nowhere')),
            },
          )
        }
        sx={{ mt: 2.5 }}
      >
        {t('notices.send')}
      </Button>
    </TitledCard>
  );
}

interface ChoiceProps<Value extends string> {
  values: readonly Value[];
  label: (value: Value) => string;
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, values, value, onChange }: ChoiceProps<Value>) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      onChange={(_, chosen: Value | null) => chosen && onChange(chosen)}
      // On a phone the buttons scroll horizontally, because they do not fit.
      sx={{ maxWidth: '100%', overflowX: 'auto', whiteSpace: 'nowrap' }}
    >
      {values.map((each) => (
        <ToggleButton key={each} value={each} sx={{ flexShrink: 0 }}>
          {label(each)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface ShownProps {
  channel: Channel;
  scheme: Scheme;
  preview: Preview;
  lang: Locale;
}

function ChannelPreview({ channel, scheme, preview, lang }: ShownProps) {
  const { t } = useTranslation();
  const dir = lang === 'ar' ? 'rtl' : 'ltr';
  if (channel === 'mail') {
    return (
      <Box
        component="iframe"
        // A sandbox without scripts, forms and origin.
        sandbox=""
        srcDoc={preview.html}
        title={t('notices.preview')}
        // The colour scheme that the mail detects.
        style={{ colorScheme: scheme }}
        sx={{ width: 1, height: 560, border: 1, borderColor: 'divider', borderRadius: 2 }}
      />
    );
  }
  if (channel === 'plain' || channel === 'sms') {
    return (
      <>
        <Box
          component="pre"
          dir={dir}
          lang={lang}
          sx={{
            m: 0,
            p: 2,
            borderRadius: 2,
            bgcolor: 'surface.soft',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            ...(channel === 'sms' && { font: 'inherit', maxWidth: 420 }),
          }}
        >
          {preview[channel]}
        </Box>
        {channel === 'sms' && (
          <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
            {t('notices.segments', { count: preview.segments })}
          </Typography>
        )}
      </>
    );
  }
  return (
    <Box dir={dir} lang={lang} sx={{ p: 2, borderRadius: 2, border: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600 }}>{preview.title}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'pre-line' }}>
        {channel === 'push' ? preview.push : preview.body}
      </Typography>
    </Box>
  );
}
