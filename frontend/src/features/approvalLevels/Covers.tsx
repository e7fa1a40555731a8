import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentType } from '@/api/approvals';
import type { Option } from '@/components/form/SelectInput';
import { TitledCard } from '@/components/record/TitledCard';
import { CoverDialog } from './CoverDialog';
import { type Cover, EVERYTHING, useCoverNames } from './cover';

interface CoversProps {
  contentType: ContentType;
  /** The assigned users and roles. */
  approvers: readonly Option[];
  /** Limits by user or role; approvers without an entry decide on all requests. */
  covers: Record<string, Cover>;
  onChange: (covers: Record<string, Cover>) => void;
}

/** The limits of each approver. */
export function Covers({ contentType, approvers, covers, onChange }: CoversProps) {
  const { t } = useTranslation();
  const namesOf = useCoverNames();
  const [limited, limit] = useState<Option | null>(null);
  return (
    <TitledCard title={t('approval_levels.cover')} lead={t('approval_levels.cover_lead')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
        {approvers.map((approver) => {
          const names = namesOf(covers[approver.value] ?? EVERYTHING);
          return (
            <Box
              component="li"
              key={approver.value}
              sx={{
                display: 'flex',
                gap: 2,
                py: 1,
                alignItems: 'center',
                justifyContent: 'space-between',
                '& + &': { borderTop: 1, borderColor: 'divider' },
              }}
            >
              <Box sx={{ minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600 }}>{approver.label}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {names.join(t('table.list_separator')) || t('approval_levels.everything')}
                </Typography>
              </Box>
              <Button
                onClick={() => limit(approver)}
                aria-label={t('approval_levels.limit_one', { name: approver.label })}
              >
                {t('approval_levels.limit')}
              </Button>
            </Box>
          );
        })}
      </Box>
      {limited && (
        <CoverDialog
          name={limited.label}
          contentType={contentType}
          cover={covers[limited.value] ?? EVERYTHING}
          onSave={(cover) => onChange({ ...covers, [limited.value]: cover })}
          onClose={() => limit(null)}
        />
      )}
    </TitledCard>
  );
}
