import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ImportCheck, Imported } from '@/api/catalog';
import { ActionError } from '@/components/feedback/ActionError';
import { FileButton } from '@/components/file/FileButton';
import { PageContainer } from '@/components/PageContainer';
import { TitledCard } from '@/components/record/TitledCard';
import { type Locale, useLocale } from '@/i18n';
import { download } from '@/lib/download';
import { toast } from '@/lib/toast';
import { useInvalidate } from '@/lib/useInvalidate';
import { paths } from '@/routes/paths';
import { ImportRows } from './ImportRows';

/** The service's limits. */
const LIMITS = { rows: 200, megabytes: 5 };

const failed = { mt: 2, '&:empty': { display: 'none' } };

interface ImportBody {
  file: File;
  leave_out: boolean;
  hijri_confirmed: boolean;
}

/** The imported noun with its calls. */
export interface ImportSource {
  noun: 'trainings' | 'batches';
  route: 'trainingImport' | 'batchImport';
  list: 'manageTrainings' | 'manageBatches';
  template: (language: Locale) => Promise<Blob>;
  check: (file: File) => Promise<ImportCheck>;
  create: (body: ImportBody) => Promise<Imported>;
}

/** Imports drafts from a file: template, upload, and a preview of all rows. */
export function ImportPage({ source }: { source: ImportSource }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const refresh = useInvalidate('trainings', 'batches');
  const template = useMutation({
    mutationFn: () => source.template(locale),
    onSuccess: (file) => download(`${source.noun}.xlsx`, file),
  });
  const check = useMutation({ mutationFn: source.check });
  const create = useMutation({
    mutationFn: source.create,
    onSuccess: async ({ created }) => {
      await refresh();
      toast.success(t('imports.done', { count: created }));
      void navigate(paths[source.list]);
    },
  });
  const file = check.variables;
  return (
    <PageContainer
      title={t(`routes.${source.route}`)}
      subtitle={t(`imports.lead.${source.noun}`)}
      trail={[{ label: t(`routes.${source.list}`), to: paths[source.list] }]}
      width="lg"
    >
      <Box sx={{ display: 'grid', gap: 3 }}>
        <TitledCard title={t('imports.template')} lead={t('imports.template_lead')}>
          <Button
            variant="outlined"
            startIcon={<DownloadIcon />}
            loading={template.isPending}
            onClick={() => template.mutate()}
            sx={{ mt: 2 }}
          >
            {t('imports.download')}
          </Button>
          <Box sx={failed}>
            <ActionError error={template.error} onRetry={template.mutate} />
          </Box>
        </TitledCard>
        <TitledCard title={t('imports.file')} lead={t('imports.file_lead', LIMITS)}>
          <ChooseFile
            file={file}
            pending={check.isPending}
            onChoose={(chosen) => {
              create.reset();
              check.mutate(chosen);
            }}
          />
          <Box sx={failed}>
            <ActionError error={check.error} onRetry={() => file && check.mutate(file)} />
          </Box>
        </TitledCard>
        {file && check.data && (
          <ImportRows
            // A confirmation applies to one version of the file.
            key={check.submittedAt}
            check={check.data}
            pending={create.isPending}
            problem={
              <ActionError
                error={create.error}
                onRetry={() => create.variables && create.mutate(create.variables)}
              />
            }
            onImport={(chosen) => create.mutate({ file, ...chosen })}
          />
        )}
      </Box>
    </PageContainer>
  );
}

function ChooseFile({
  file,
  pending,
  onChoose,
}: {
  file: File | undefined;
  pending: boolean;
  onChoose: (file: File) => void;
}) {
  const { t } = useTranslation();
  return (
    <Box sx={{ mt: 2, display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <FileButton
        label={t('imports.choose')}
        accept=".xlsx,.csv"
        variant="contained"
        startIcon={<UploadIcon />}
        loading={pending}
        onChoose={onChoose}
      >
        {t(file ? 'imports.choose_again' : 'imports.choose')}
      </FileButton>
      {file && (
        <Typography variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Typography>
      )}
    </Box>
  );
}
