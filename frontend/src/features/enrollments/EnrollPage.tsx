import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/RouterLinks';
import { BatchDetails } from '@/domain/BatchDetails';
import { href, paths } from '@/routes/paths';
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
      aside={(offer) => {
        const { kind } = wayIn(offer.eligibility);
        return (
          <EnrollSummary {...offer}>
            {(kind === 'enroll' || kind === 'wait') && (
              <LinkButton
                variant="contained"
                size="large"
                to={href(paths.enrollReview, {
                  id: offer.batch.training.id,
                  batchId: offer.batch.id,
                })}
              >
                {t(kind === 'wait' ? 'enroll.continue_waiting' : 'enroll.continue')}
              </LinkButton>
            )}
          </EnrollSummary>
        );
      }}
    >
      {(offer) => {
        const { kind } = wayIn(offer.eligibility);
        return (
          <>
            <WayInNotice {...offer} />
            <BatchDetails batch={offer.batch} />
            {(kind === 'enroll' || kind === 'wait') && (
              <StepsAhead eligibility={offer.eligibility} waiting={kind === 'wait'} />
            )}
          </>
        );
      }}
    </EnrollFrame>
  );
}
