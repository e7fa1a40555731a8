import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { TrainingRead } from '@/api/catalog';
import { asProblem } from '@/api/problem';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { useArchiveTraining, usePublishTraining } from './queries';
import { getFieldLabel, MISSING_FIELDS } from './trainingForm';

/** Actions that change a training's visibility. */
export type TrainingQuestion = 'publish' | 'archive';

interface TrainingDialogProps {
  training: TrainingRead;
  question: TrainingQuestion;
  onClose: () => void;
}

/** Confirms an action with its consequences. */
export function TrainingDialog({ training, question, onClose }: TrainingDialogProps) {
  const { t } = useTranslation();
  const title = localized(training, 'title', useLocale());
  const changes = { publish: usePublishTraining(), archive: useArchiveTraining() };
  const { mutate, isPending, error } = changes[question];
  const lacking = asProblem(error)?.fields.map(({ field }) => field) ?? [];
  return (
    <ConfirmDialog
      open
      title={t(`offers.confirm.${question}.title`, { title })}
      confirmLabel={t(`offers.do.${question}`)}
      color={question === 'archive' ? 'error' : 'primary'}
      pending={isPending}
      error={lacking.length > 0 ? null : error}
      disabled={lacking.length > 0}
      onConfirm={() =>
        mutate(
          { path: { training_id: training.id } },
          {
            onSuccess: () => {
              toast.success(t(`offers.done.${question}`));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {lacking.length > 0 ? (
        <MissingFields training={training} fields={lacking} />
      ) : (
        t(`offers.confirm.${question}.text`)
      )}
    </ConfirmDialog>
  );
}

/** The missing fields, with links to them. */
function MissingFields({
  training,
  fields,
}: {
  training: TrainingRead;
  fields: readonly string[];
}) {
  const { t } = useTranslation();
  const getFieldHref = (field: string) =>
    href(
      paths.trainingEdit,
      { id: training.id },
      { [MISSING_FIELDS]: [field, ...fields.filter((each) => each !== field)].join() },
    );
  return (
    <Alert severity="warning">
      {t('offers.lacking')}
      <Box component="ul" sx={{ m: 0, mt: 1, paddingInlineStart: 2.5 }}>
        {fields.map((field) => (
          <li key={field}>
            <TextLink to={getFieldHref(field)} color="inherit">
              {getFieldLabel(field)}
            </TextLink>
          </li>
        ))}
      </Box>
    </Alert>
  );
}
