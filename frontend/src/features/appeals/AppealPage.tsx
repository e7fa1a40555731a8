import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { AppealDetail } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { Person } from '@/components/Person';
import { TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { AnswerAppeal } from './AnswerAppeal';
import { DecidedBy } from './DecidedBy';
import { appeals } from './lists';
import { appealQuery } from './queries';

/** An appeal: the candidate's text, the basis of the result, and the decision. */
export default function AppealPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const changes = useChangesTab();
  return (
    <RecordPage
      list={appeals}
      listTitle={t('routes.appeals')}
      id={id}
      query={useQuery(appealQuery(id))}
      notFound="errors.appeal.not_found"
      title={() => t('routes.appeal')}
      status={({ status }) => <StatusChip noun="appeal" status={status} size="medium" />}
      tabs={({ enrollment_id }) => changes([id, enrollment_id])}
      aside={(appeal) => <About appeal={appeal} />}
    >
      {(appeal) => (
        <>
          <AppealText appeal={appeal} />
          <DecidedBy appeal={appeal} />
          {appeal.can_correct && <AnswerAppeal key={appeal.version} appeal={appeal} />}
        </>
      )}
    </RecordPage>
  );
}

function AppealText({ appeal }: { appeal: AppealDetail }) {
  const { t } = useTranslation();
  const lost = appeal.result === 'passed' && appeal.new_result && appeal.new_result !== 'passed';
  return (
    <>
      <TitledCard title={t('appeals.text')}>
        <Typography dir="auto" sx={{ mt: 1.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {appeal.text || t('appeals.erased')}
        </Typography>
      </TitledCard>
      {appeal.answer && (
        <TitledCard title={t('appeals.answer')}>
          <Typography dir="auto" sx={{ mt: 1.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {appeal.answer}
          </Typography>
        </TitledCard>
      )}
      {lost && <Alert severity="warning">{t('appeals.certificate_hint')}</Alert>}
    </>
  );
}

function About({ appeal }: { appeal: AppealDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { batch, candidate } = appeal;
  return (
    <TitledCard title={t('appeals.about')}>
      <Details
        entries={[
          [t('appeals.candidate'), <Person key="candidate" person={candidate} />],
          [
            t('appeals.batch'),
            <TextLink key="batch" to={href(paths.batchResults, { uuid: batch.id })}>
              {localized(batch, 'title', locale)} · <bdi dir="ltr">{batch.code}</bdi>
            </TextLink>,
          ],
          [
            t('appeals.against'),
            <StatusChip key="result" noun="enrollment_result" status={appeal.result} />,
          ],
          appeal.new_result && [
            t('appeals.new_result'),
            <StatusChip key="new" noun="enrollment_result" status={appeal.new_result} />,
          ],
          [
            t('appeals.appealed_on'),
            <DateText key="appealed" value={appeal.created_at} style="datetime" />,
          ],
          appeal.status !== 'open' && [
            t('appeals.ended_on'),
            <DateText key="ended" value={appeal.updated_at} style="datetime" />,
          ],
        ]}
      />
    </TitledCard>
  );
}
