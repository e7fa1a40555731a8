import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { GroupMessageDetail } from '@/api/notifications';
import { DateText } from '@/components/DateText';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { LinkedText } from '@/components/LinkedText';
import { NonBreakingCodes } from '@/components/NonBreakingCodes';
import { Person } from '@/components/Person';
import { LinkButton, TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { locales, localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { statusText } from '@/lib/statuses';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { groupMessages } from './lists';
import { groupMessageQuery, useStop } from './queries';
import { useAudienceText } from './useAudienceText';

/** A message: content, recipients, progress and result. */
export default function GroupMessagePage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const changes = useChangesTab();
  const [stopping, stop] = useState(false);
  return (
    <RecordPage
      list={groupMessages}
      listTitle={t('routes.groupMessages')}
      id={id}
      query={useQuery(groupMessageQuery(id))}
      notFound="errors.group_message.not_found"
      title={(message) => localized(message, 'subject', locale) || t('routes.groupMessageView')}
      status={({ status }) => <StatusChip noun="group_message" status={status} size="medium" />}
      action={({ status }) =>
        status === 'scheduled' && (
          <LinkButton variant="outlined" to={href(paths.groupMessageEdit, { id })}>
            {t('common.edit')}
          </LinkButton>
        )
      }
      actions={({ status }) =>
        status === 'scheduled' || status === 'sending'
          ? [{ label: t('group_messages.stop'), danger: true, onSelect: () => stop(true) }]
          : []
      }
      tabs={() => changes([id])}
      aside={(message) => (
        <>
          <Outcome message={message} />
          <About message={message} />
        </>
      )}
    >
      {(message) => (
        <>
          <MessageTexts message={message} />
          {stopping && <Stop message={message} onClose={() => stop(false)} />}
        </>
      )}
    </RecordPage>
  );
}

/** The text in each available language. */
function MessageTexts({ message }: { message: GroupMessageDetail }) {
  const { t } = useTranslation();
  const languages = (['en', 'ar'] as const).filter((each) => message[`text_${each}`]);
  return languages.map((language) => (
    <TitledCard key={language} title={t(`group_messages.languages.${language}`)}>
      <Typography dir="auto" sx={{ mt: 1.5, mb: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {message[`subject_${language}`]}
      </Typography>
      <LinkedText text={message[`text_${language}`]} />
    </TitledCard>
  ));
}

/** Delivery counts, in the app and by channel. */
function Outcome({ message }: { message: GroupMessageDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { status, expected, receivers, passed_over, read, channels } = message;
  const number = (value: number) => formatNumber(value, locale);
  if (status === 'scheduled') {
    return (
      <TitledCard title={t('group_messages.outcome')}>
        <Typography sx={{ mt: 1.5, color: 'text.secondary' }}>
          {t('group_messages.not_yet')}
        </Typography>
      </TitledCard>
    );
  }
  const done = receivers + passed_over;
  return (
    <TitledCard title={t('group_messages.outcome')}>
      {status === 'sending' && (
        <>
          <Typography sx={{ mt: 2, mb: 1 }}>
            {t('group_messages.progress', { done: number(done), count: expected })}
          </Typography>
          <LinearProgress
            variant="determinate"
            value={expected > 0 ? Math.min(100, (done / expected) * 100) : 0}
            aria-label={t('group_messages.outcome')}
            sx={{ height: 8, borderRadius: 4 }}
          />
        </>
      )}
      <Details
        entries={[
          [t('group_messages.in_app'), number(receivers)],
          [t('group_messages.read_by'), number(read)],
          passed_over > 0 && [t('group_messages.not_sent'), number(passed_over)],
          ...channels.map(
            ({ channel, delivered, waiting, failed, held_back }) =>
              [
                t(`deliveries.channels.${channel}`),
                [
                  t('group_messages.delivered', { number: number(delivered) }),
                  waiting > 0 && t('group_messages.waiting', { number: number(waiting) }),
                  failed > 0 && t('group_messages.failed', { number: number(failed) }),
                  held_back > 0 && t('group_messages.held_back', { number: number(held_back) }),
                ]
                  .filter(Boolean)
                  .join(' · '),
              ] as const,
          ),
        ]}
      />
    </TitledCard>
  );
}

function About({ message }: { message: GroupMessageDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const audienceText = useAudienceText();
  const formatList = (names: string[]) => new Intl.ListFormat(locales[locale].intl).format(names);
  const { audience, batch, author, status, send_at, ended_at } = message;
  return (
    <TitledCard title={t('group_messages.about')}>
      <Details
        entries={[
          [
            t('group_messages.to'),
            batch ? (
              <TextLink key="batch" to={href(paths.manageBatch, { uuid: batch.id })}>
                <NonBreakingCodes text={audienceText(message)} />
              </TextLink>
            ) : (
              audienceText(message)
            ),
          ],
          audience.kind === 'batch'
            ? [
                t('group_messages.statuses'),
                formatList(audience.statuses.map((of) => statusText(t, 'enrollment', of))),
              ]
            : [
                t('group_messages.profile_types'),
                formatList(audience.profile_types.map((of) => t(`common.profile_type.${of}`))),
              ],
          audience.kind === 'people' &&
            audience.organization_id && [
              t('common.organization'),
              localized(message, 'audience_organization_name', locale),
            ],
          audience.kind === 'people' &&
            audience.language && [
              t('group_messages.language'),
              t(`group_messages.languages.${audience.language}`),
            ],
          [
            t('group_messages.from'),
            localized(message, 'organization_name', locale) || t('group_messages.platform'),
          ],
          [t('group_messages.author'), <Person key="author" person={author} />],
          [
            t('group_messages.send_at'),
            <DateText key="send_at" value={send_at} style="datetime" />,
          ],
          ended_at && [
            t(status === 'cancelled' ? 'group_messages.cancelled_at' : 'group_messages.ended_at'),
            <DateText key="ended_at" value={ended_at} style="datetime" />,
          ],
        ]}
      />
    </TitledCard>
  );
}

/** Confirms stopping; already sent messages stay. */
function Stop({ message, onClose }: { message: GroupMessageDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useStop();
  const { id, status, receivers } = message;
  return (
    <ConfirmDialog
      open
      title={t('group_messages.stop_title')}
      confirmLabel={t('group_messages.stop')}
      closeLabel={t('group_messages.keep')}
      color="error"
      pending={isPending}
      error={error}
      onConfirm={() =>
        mutate(
          { path: { message_id: id } },
          {
            onSuccess: () => {
              toast.success(t('group_messages.stopped'));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {status === 'scheduled'
        ? t('group_messages.stop_text')
        : t('group_messages.stop_midway', { count: receivers })}
    </ConfirmDialog>
  );
}
