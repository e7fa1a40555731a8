import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { CodeBlock } from '@/components/record/CodeBlock';
import { useCopy } from '@/lib/useCopy';

/** A code example with its description. */
export function Example({ title, code }: { title: string; code: string }) {
  const { t } = useTranslation();
  const copy = useCopy(t('copy.done'));
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 40 }}>
        <Typography variant="body2" sx={{ flex: 1, fontWeight: 600 }}>
          {title}
        </Typography>
        {/* Browsers allow clipboard writes only in secure contexts. */}
        {navigator.clipboard && (
          <FailureBeside of={copy} text={t('copy.failed')}>
            <IconButton
              size="small"
              aria-label={t('developers.copy', { title })}
              title={t('developers.copy', { title })}
              onClick={() => copy.mutate(code)}
            >
              <CopyIcon sx={{ fontSize: 18 }} />
            </IconButton>
          </FailureBeside>
        )}
      </Box>
      <CodeBlock label={title} text={code.trimEnd()} />
    </Box>
  );
}
