import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { listBatchesOptions } from '@/api/catalog/@tanstack/react-query.gen';
import type { RequiredTraining } from '@/api/enrollment';
import { createRenewalMutation } from '@/api/enrollment/@tanstack/react-query.gen';
import { FormDialog } from '@/components/form/FormDialog';
import { SelectInput } from '@/components/form/SelectInput';
import { formatBatchDates } from '@/domain/batchTimes';
import { formatPlace } from '@/domain/place';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { useInvalidate } from '@/lib/useInvalidate';
import { paths, queryString } from '@/routes/paths';

/** A person who must renew the certificate of a training. */
export interface Need {
  candidateId: string;
  training: RequiredTraining;
}

interface RenewProps {
  needs: readonly Need[];
  /** The training by which the list is filtered. */
  trainingId?: string | null;
}

/** Starts a bulk enrollment, in a selected batch, of people whose certificates must be renewed. */
export function Renew({ needs, trainingId }: RenewProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<readonly Need[]>();
  const count = new Set(needs.map((need) => need.candidateId)).size;
  return (
    <>
      <Button
        size="small"
        variant="contained"
        disabled={count === 0}
        onClick={() => setOpened(needs)}
      >
        {t('requirements.renew.action', { count })}
      </Button>
      {opened && (
        // The dialog keeps its initial people, because the list behind it changes.
        <RenewDialog needs={opened} trainingId={trainingId} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

const schema = z.object({ trainingId: z.string(), batchId: z.string().check(z.minLength(1)) });

function RenewDialog({ needs, trainingId, onClose }: RenewProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  // The idempotency key of this dialog: a retry creates no second bulk enrollment.
  const key = useRef(crypto.randomUUID());
  const renew = useMutation({
    ...createRenewalMutation(),
    onSuccess: useInvalidate('bulk_enrollments'),
  });
  const trainings = [...new Map(needs.map(({ training }) => [training.id, training])).values()];
  const first = trainings.find(({ id }) => id === trainingId) ?? trainings[0];
  const form = useZodForm(schema, { trainingId: first?.id ?? '', batchId: '' }, 'onSubmit');
  const chosen = form.watch('trainingId');
  const ids = findPeople(needs, chosen);
  const { data } = useQuery(
    listBatchesOptions({ query: { training_id: chosen, phase: 'upcoming', page_size: 50 } }),
  );
  const batches = data?.data.filter(({ availability }) => availability === 'open');
  return (
    <FormDialog
      form={form}
      title={t('requirements.renew.title', { count: ids.length })}
      text={t('requirements.renew.text')}
      saveLabel={t('requirements.renew.save')}
      onSave={async ({ batchId }) => {
        const { bulk_enrollment_id: id } = await renew.mutateAsync({
          headers: { 'Idempotency-Key': key.current },
          body: { batch_id: batchId, candidate_profile_ids: ids, locale },
        });
        await navigate(`${paths.bulkEnrollment}${queryString({ id })}`);
      }}
      onClose={onClose}
    >
      {trainings.length > 1 && (
        <SelectInput
          control={form.control}
          name="trainingId"
          label={t('requirements.training')}
          options={trainings.map((each) => ({
            value: each.id,
            label: t('requirements.renew.training', {
              title: localized(each, 'title', locale),
              count: findPeople(needs, each.id).length,
            }),
          }))}
        />
      )}
      {batches?.length === 0 ? (
        <Alert severity="info">{t('requirements.renew.no_batch')}</Alert>
      ) : (
        <SelectInput
          control={form.control}
          name="batchId"
          label={t('requirements.renew.batch')}
          required
          options={(batches ?? []).map((batch) => ({
            value: batch.id,
            label: [
              formatBatchDates(batch, locale),
              formatPlace(batch, locale) || t('batch_mode.online'),
              `\u2066${batch.code}\u2069`,
              t('requirements.renew.seats', { count: batch.seats_left }),
            ].join(' · '),
          }))}
        />
      )}
    </FormDialog>
  );
}

const findPeople = (needs: readonly Need[], trainingId: string) => [
  ...new Set(
    needs.filter(({ training }) => training.id === trainingId).map((need) => need.candidateId),
  ),
];
