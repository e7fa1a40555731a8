import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { EntryRead, InquiryDetail } from '@/api/notifications';
import { DateText } from '@/components/DateText';
import { DocumentList } from '@/components/DocumentList';
import { FileSize } from '@/components/FileSize';
import { ActionError } from '@/components/feedback/ActionError';
import { usePersonName } from '@/components/Person';
import { Details } from '@/components/record/Details';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { EmailLink, PhoneLink } from '@/components/record/values';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { useLocale } from '@/i18n';
import { formatMinutes } from '@/lib/format';
import { AnswerInquiry } from './AnswerInquiry';
import { AssigneeCard } from './AssigneeCard';
import { Conversation } from './Conversation';
import { countAnswerMinutes } from './firstAnswer';
import { inquiries } from './lists';
import { fetchInquiryFile, inquiryQuery, useMove } from './queries';

/** An inquiry: conversation, answer and assignee. */
export default function InquiryPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const changes = useChangesTab();
  const move = useMove();
  return (
    <RecordPage
      list={inquiries}
      listTitle={t('routes.queries')}
      id={id}
      query={useQuery(inquiryQuery(id))}
      notFound="errors.inquiry.not_found"
      title={(inquiry) => inquiry?.name ?? t('routes.query')}
      status={({ status }) => <StatusChip noun="inquiry" status={status} size="medium" />}
      code={({ reference }) => reference}
      actions={({ status, version }) => {
        const to = status === 'closed' ? 'open' : 'closed';
        const body = { status: to, version } as const;
        return [
          {
            label: t(`inquiries.move.${to}`),
            onSelect: () => move.mutate({ path: { inquiry_id: id }, body }),
          },
        ];
      }}
      tabs={() => changes([id])}
      aside={(inquiry) => (
        <>
          <AssigneeCard inquiry={inquiry} />
          <About inquiry={inquiry} />
        </>
      )}
    >
      {(inquiry) => (
        <>
          <ActionError
            error={move.error}
            onRetry={() => move.variables && move.mutate(move.variables)}
          />
          <Thread inquiry={inquiry} />
          <AnswerInquiry inquiry={inquiry} />
        </>
      )}
    </RecordPage>
  );
}

function Thread({ inquiry }: { inquiry: InquiryDetail }) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const getNote = ({ kind, sender, refused_files: refused, mail }: EntryRead) => {
    if (kind === 'note') return t('inquiries.internal');
    if (sender) {
      return (
        <>
          <bdi dir="ltr">{sender}</bdi>
          {refused > 0 && <> · {t('inquiries.refused_files', { count: refused })}</>}
        </>
      );
    }
    return mail && <StatusChip noun="delivery" status={mail} />;
  };
  const first = {
    id: inquiry.id,
    kind: 'message',
    who: inquiry.name,
    text: inquiry.message,
    at: inquiry.created_at,
  } as const;
  return (
    <TitledCard title={t('inquiries.conversation')}>
      <Conversation
        label={t('inquiries.conversation')}
        said={[
          first,
          ...inquiry.entries.map((entry) => ({
            id: entry.id,
            kind: entry.kind,
            who: entry.kind === 'message' ? inquiry.name : nameOf(entry.author),
            text: entry.text,
            at: entry.created_at,
            note: getNote(entry),
          })),
        ]}
      />
    </TitledCard>
  );
}

function About({ inquiry }: { inquiry: InquiryDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const minutes = countAnswerMinutes(inquiry);
  return (
    <TitledCard title={t('inquiries.about')}>
      <Details
        entries={[
          [t('contact.topic'), t(`contact.topics.${inquiry.topic}`)],
          [t('person.email'), <EmailLink key="email" email={inquiry.email} />],
          inquiry.phone && [t('person.phone'), <PhoneLink key="phone" phone={inquiry.phone} />],
          [t('inquiries.language'), t(`inquiries.languages.${inquiry.locale}`)],
          [
            t('inquiries.received'),
            <DateText key="at" value={inquiry.created_at} style="datetime" />,
          ],
          minutes !== null && [t('inquiries.first_answer'), formatMinutes(minutes, locale)],
          inquiry.files.length > 0 && [
            t('inquiries.files'),
            <DocumentList
              key="files"
              whose={inquiry.name}
              documents={inquiry.files.map(({ size, ...file }) => ({
                ...file,
                note: <FileSize bytes={size} />,
              }))}
              fetchDocument={(fileId) => fetchInquiryFile(inquiry.id, fileId)}
            />,
          ],
        ]}
      />
    </TitledCard>
  );
}
