import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { WordingDetail } from '@/api/notifications';
import { History } from '@/components/record/History';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { locales } from './templateFields';

interface NoticeHistoryProps {
  wording: WordingDetail;
  onChoose: (texts: WordingDetail['texts']) => void;
}

/** The versions of a template, with restore. */
export function TemplateHistory({ wording, onChoose }: NoticeHistoryProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const said = (texts: WordingDetail['texts']) =>
    locales
      .flatMap((each) => [
        texts[each].title,
        texts[each].body,
        texts[each].action,
        texts[each].reason,
        texts[each].push,
        texts[each].sms,
      ])
      .filter(Boolean)
      .join('\n');
  return (
    <TitledCard title={t('notices.history')}>
      <History
        entries={wording.versions.map(({ version, texts, author, created_at }) => ({
          id: String(version),
          text: t('notices.version', {
            number: version,
            name: localized(author, 'name', locale) || t('notices.somebody'),
          }),
          at: created_at,
          reason: said(texts) || t('notices.packaged'),
          below: (
            <Button type="button" size="small" onClick={() => onChoose(texts)} sx={{ mt: 0.5 }}>
              {t('notices.use')}
            </Button>
          ),
        }))}
      />
    </TitledCard>
  );
}
