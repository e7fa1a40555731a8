import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ApplicationDetail } from '@/api/enrollment';
import { ActionError } from '@/components/feedback/ActionError';
import { LinkButton } from '@/components/RouterLinks';
import { useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { ApplicationContent } from './ApplicationContent';
import { ApplyFrame } from './ApplyFrame';
import { useSubmitApplication } from './queries';
import { Remarks } from './Remarks';

const OPEN = ['draft', 'returned'] as const;

/** Step two: review and submit, or continue to the fee. */
export default function ApplyReviewPage() {
  const { t } = useTranslation();
  return (
    <ApplyFrame step="review" title={t('routes.applyReview')} statuses={OPEN}>
      {(application) => <Review application={application} />}
    </ApplyFrame>
  );
}

function Review({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const submit = useSubmitApplication(({ status }) => {
    if (status === 'pending_payment') {
      void navigate(href(paths.applyPay, { id: application.announcement.id }));
      return;
    }
    toast.success(t('applications.submitted'));
    void navigate(href(paths.applicationView, { id: application.id }));
  });
  const { id, version, announcement, staff, fee_minor, currency, paid_at } = application;
  const missing = announcement.staff_needed - staff.length;
  const fee = fee_minor > 0 && !paid_at ? formatMoney(fee_minor, currency, locale) : null;
  const back = href(paths.applyStaff, { id: announcement.id });
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Remarks of={application} />
      <ApplicationContent application={application} />
      {missing !== 0 && (
        <Alert severity="warning" action={<LinkButton to={back}>{t('common.edit')}</LinkButton>}>
          {t('applications.chosen', {
            count: staff.length,
            needed: announcement.staff_needed,
          })}
        </Alert>
      )}
      <ActionError error={submit.error} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button
          variant="contained"
          size="large"
          disabled={missing !== 0}
          loading={submit.isPending}
          onClick={() => submit.mutate({ path: { application_id: id }, body: { version } })}
        >
          {fee ? t('applications.go_to_payment', { fee }) : t('applications.submit')}
        </Button>
        <LinkButton size="large" to={back}>
          {t('common.edit')}
        </LinkButton>
      </Box>
    </Box>
  );
}
