import TemplateIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { OrganizationName } from '@/api/identity';
import { ActionError } from '@/components/feedback/ActionError';
import { type Locale, useLocale } from '@/i18n';
import { useSession } from '@/lib/session';
import { BulkSteps } from './BulkSteps';
import { ColumnsHelp } from './ColumnsHelp';
import { ForOrganization } from './ForOrganization';
import { useTemplate, useUpload } from './queries';
import { UploadCard } from './UploadCard';

/** The first step: upload a file of people. */
export function StartStep({ batchId }: { batchId?: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isAdmin = useSession().profile?.type === 'admin';
  const [, setParams] = useSearchParams();
  const [organization, setOrganization] = useState<OrganizationName | null>(null);
  const [invitations, setInvitations] = useState<Locale>(locale);
  const upload = useUpload();
  const template = useTemplate();

  async function send(file: File) {
    const bulk = await upload.mutateAsync({
      file,
      batchId,
      organizationId: organization?.id,
      locale: invitations,
      key: crypto.randomUUID(),
    });
    setParams({ id: bulk.id });
  }
  return (
    <>
      <BulkSteps active="upload" />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { lg: 'minmax(0, 1fr) 400px' },
        }}
      >
        <Card component="section" sx={{ p: { xs: 2.5, sm: 3.5 }, display: 'grid', gap: 3 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
            <Typography sx={{ flex: '1 1 280px' }}>
              {t(batchId ? 'bulk_enrollments.start_batch_lead' : 'bulk_enrollments.start_lead')}
            </Typography>
            <Button
              variant="outlined"
              startIcon={<TemplateIcon />}
              loading={template.isPending}
              onClick={() => template.mutate({ batchId, language: locale })}
            >
              {t('bulk_enrollments.template')}
            </Button>
          </Box>
          <ActionError error={template.error} />
          {isAdmin && <ForOrganization value={organization} onChange={setOrganization} />}
          <TextField
            select
            label={t('bulk_enrollments.invitations')}
            helperText={t('bulk_enrollments.invitations_hint')}
            value={invitations}
            onChange={({ target }) => setInvitations(target.value as Locale)}
          >
            {(['ar', 'en'] as const).map((value) => (
              <MenuItem key={value} value={value}>
                {t(`bulk_enrollments.locale.${value}`)}
              </MenuItem>
            ))}
          </TextField>
          {(!isAdmin || organization) && (
            <UploadCard
              error={upload.error}
              pending={upload.isPending}
              onChoose={(file) => void send(file).catch(() => {})}
            />
          )}
        </Card>
        <ColumnsHelp ofBatch={batchId !== undefined} />
      </Box>
    </>
  );
}
