import { useMutation, useQuery } from '@tanstack/react-query';
import {
  createCalendarFeedMutation,
  deleteCalendarFeedMutation,
  getCalendarFeedOptions,
} from '@/api/catalog/@tanstack/react-query.gen';
import { useSession } from '@/lib/session';
import { FeedButton } from './FeedButton';

/** The calendar feed of an organization's or trainer's sessions. */
export function TaughtFeed() {
  const type = useSession().profile?.type;
  const owns = type === 'organization' || type === 'trainer';
  const feed = useQuery({ ...getCalendarFeedOptions(), enabled: owns });
  const create = useMutation(createCalendarFeedMutation());
  const end = useMutation(deleteCalendarFeedMutation());
  if (!owns) return null;
  return <FeedButton feed={feed} create={create} end={end} />;
}
