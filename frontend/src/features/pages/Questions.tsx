import ExpandIcon from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { Question } from '@/api/catalog';
import { RichText } from '@/components/RichText';
import { localized, useLocale } from '@/i18n';

/** Questions that open onto their answers; a browser's search within the page finds both. */
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
        <Box
          component="details"
          key={question.question_en}
          sx={{
            '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
            '&[open] svg': { transform: 'rotate(180deg)' },
          }}
        >
          <Box
            component="summary"
            sx={{
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'space-between',
              gap: 2,
              px: 2.5,
              py: 1.75,
              fontWeight: 600,
              cursor: 'pointer',
              '&::-webkit-details-marker': { display: 'none' },
              '&:hover': { bgcolor: 'surface.soft' },
            }}
          >
            {localized(question, 'question', locale)}
            <ExpandIcon sx={{ color: 'text.secondary' }} />
          </Box>
          <RichText html={localized(question, 'answer', locale)} sx={{ px: 2.5, pb: 2.25 }} />
        </Box>
      ))}
    </Box>
  );
}
