import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { Question } from '@/api/catalog';
import { Collapsible } from '@/components/Collapsible';
import { RichText } from '@/components/RichText';
import { localized, useLocale } from '@/i18n';

/** Collapsible questions with answers. */
export function Questions({
  questions,
  sx,
}: {
  questions: readonly Question[];
  sx?: SxProps<Theme>;
}) {
  const locale = useLocale();
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2, overflow: 'hidden', ...sx }}>
      {questions.map((question) => (
        <Collapsible
          key={question.question_en}
          title={localized(question, 'question', locale)}
          sx={{ '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' } }}
        >
          <RichText html={localized(question, 'answer', locale)} />
        </Collapsible>
      ))}
    </Box>
  );
}
