import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { IssueReport } from '@/api/enrollment';
import {
  getCertificatePolicyOptions,
  issueCertificatesMutation,
  listLongCertificateWordsOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { usePersonName } from '@/components/Person';
import { useOpens } from '@/lib/access';
import { useInvalidate } from '@/lib/useInvalidate';
import { paths, queryString } from '@/routes/paths';

interface IssueCertificatesProps {
  batchId: string;
  /** The enrollments; by default everyone who passed. */
  enrollmentIds?: readonly string[];
  size?: 'small' | 'medium';
  /** True if someone still needs a certificate; the report stays readable afterwards. */
  needed?: boolean;
  /** Called after the report is closed. */
  onDone?: () => void;
}

/** Issues certificates to people of a batch, and reports the result of each person. */
export function IssueCertificates({
  batchId,
  enrollmentIds,
  size = 'medium',
  needed = true,
  onDone,
}: IssueCertificatesProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const opens = useOpens();
  const [open, setOpen] = useState(false);
  const issue = useMutation({
    ...issueCertificatesMutation(),
    onSuccess: useInvalidate('certificates'),
  });
  const policy = useQuery({ ...getCertificatePolicyOptions(), enabled: open });
  const longWords = useQuery({
    ...listLongCertificateWordsOptions({ path: { batch_id: batchId } }),
    enabled: open,
  });
  const tooLong = longWords.data?.filter(
    ({ enrollment_id: id }) => !id || !enrollmentIds || enrollmentIds.includes(id),
  );
  const close = () => {
    setOpen(false);
    if (issue.data) onDone?.();
    issue.reset();
  };
  const see = () => void navigate(`${paths.certificates}${queryString({ batch_id: batchId })}`);
  const start = () =>
    issue.mutate({
      body: {
        batch_id: batchId,
        ...(enrollmentIds && { enrollment_ids: [...enrollmentIds] }),
      },
    });
  return (
    <>
      {needed && (
        <Button variant="contained" size={size} onClick={() => setOpen(true)}>
          {enrollmentIds ? t('certificates.issue.some') : t('certificates.issue.all')}
        </Button>
      )}
      <ConfirmDialog
        open={open}
        title={t('certificates.issue.title')}
        confirmLabel={t(issue.data ? 'certificates.issue.see' : 'certificates.issue.action')}
        closeLabel={issue.data ? t('common.close') : undefined}
        pending={issue.isPending}
        error={issue.error}
        disabled={Boolean(issue.data) && !opens('certificates')}
        onConfirm={issue.data ? see : start}
        onClose={close}
      >
        {issue.data ? (
          <Report report={issue.data} />
        ) : (
          <>
            <Typography>
              {enrollmentIds
                ? t('certificates.issue.text_some', { count: enrollmentIds.length })
                : t('certificates.issue.text_all')}
            </Typography>
            {policy.data?.needs_approval && (
              <Typography sx={{ mt: 2 }}>{t('certificates.issue.text_approval')}</Typography>
            )}
            {Boolean(tooLong?.length) && (
              <Alert severity="warning" sx={{ mt: 2 }}>
                {t('certificates.issue.long_words')}
                <Box component="ul" sx={{ my: 0.5, ps: 2.5, overflowWrap: 'anywhere' }}>
                  {tooLong?.map(({ word, enrollment_id }) => (
                    <li key={`${enrollment_id}${word}`} dir="auto">
                      {word}
                    </li>
                  ))}
                </Box>
              </Alert>
            )}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

function Report({ report: { issued, waiting, skipped } }: { report: IssueReport }) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  return (
    <>
      <Alert severity={issued.length + waiting.length > 0 ? 'success' : 'info'} role="status">
        {waiting.length > 0
          ? t('certificates.issue.waiting', { count: waiting.length })
          : t('certificates.issue.issued', { count: issued.length })}
      </Alert>
      {skipped.length > 0 && (
        <>
          <Typography sx={{ mt: 2, fontWeight: 600 }}>
            {t('certificates.issue.skipped', { count: skipped.length })}
          </Typography>
          <Box component="ul" sx={{ my: 1, ps: 2.5, maxHeight: 240, overflowY: 'auto' }}>
            {skipped.map((person) => (
              <li key={person.enrollment_id}>
                {nameOf(person) || '–'}: {t(`certificates.issue.reasons.${person.reason}`)}
              </li>
            ))}
          </Box>
        </>
      )}
    </>
  );
}
