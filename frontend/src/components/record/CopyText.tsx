import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { useCopy } from '@/lib/useCopy';

/** A code with a copy button; a click selects all of it. */
export function CopyText({ text }: { text: string }) {
  const { t } = useTranslation();
  const copy = useCopy(t('copy.done'));
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      <Box component="bdi" dir="ltr" sx={{ userSelect: 'all', WebkitUserSelect: 'all' }}>
        {text}
      </Box>
      {/* Browsers allow clipboard writes only in secure contexts. */}
      {navigator.clipboard && (
        <FailureBeside of={copy} text={t('copy.failed')}>
          <IconButton
            size="small"
            aria-label={t('copy.action', { text })}
            title={t('copy.action', { text })}
            onClick={() => copy.mutate(text)}
            sx={{ my: -0.5, marginInlineStart: 0.25 }}
          >
            <CopyIcon sx={{ fontSize: 16 }} />
          </IconButton>
        </FailureBeside>
      )}
    </Box>
  );
}
