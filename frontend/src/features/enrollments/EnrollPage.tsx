import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/RouterLinks';
import { href, paths } from '@/routes/paths';
import { BatchFacts } from './BatchFacts';
import { EnrollFrame } from './EnrollFrame';
import { EnrollSummary } from './EnrollSummary';
import { StepsAhead } from './StepsAhead';
import { WayInNotice } from './WayInNotice';
import { wayIn } from './wayIn';

/** The first step of enrolling, open to anybody: what it is, what it costs, what happens next. */
export default function EnrollPage() {
  const { t } = useTranslation();
  return (
    <EnrollFrame
      step="batch"
      title={t('routes.enroll')}
      lead={t('enroll.lead')}
      aside={(facts) => {
        const { kind } = wayIn(facts.eligibility);
        return (
          <EnrollSummary {...facts}>
            {(kind === 'enroll' || kind === 'wait') && (
              <LinkButton
                variant="contained"
                size="large"
                to={href(paths.enrollReview, {
                  id: facts.batch.training.id,
                  batchId: facts.batch.id,
                })}
              >
                {t(kind === 'wait' ? 'enroll.continue_waiting' : 'enroll.continue')}
              </LinkButton>
            )}
          </EnrollSummary>
        );
      }}
    >
      {(facts) => {
        const { kind } = wayIn(facts.eligibility);
        return (
          <>
            <WayInNotice {...facts} />
            <BatchFacts batch={facts.batch} />
            {(kind === 'enroll' || kind === 'wait') && (
              <StepsAhead eligibility={facts.eligibility} waiting={kind === 'wait'} />
            )}
          </>
        );
      }}
    </EnrollFrame>
  );
}
