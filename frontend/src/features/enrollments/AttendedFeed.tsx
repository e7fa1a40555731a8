import { useMutation, useQuery } from '@tanstack/react-query';
import {
  createMyCalendarFeedMutation,
  deleteMyCalendarFeedMutation,
  getMyCalendarFeedOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { FeedButton } from '@/domain/calendar/FeedButton';

/** The calendar feed of a candidate's sessions. */
export function AttendedFeed() {
  const feed = useQuery(getMyCalendarFeedOptions());
  const create = useMutation(createMyCalendarFeedMutation());
  const end = useMutation(deleteMyCalendarFeedMutation());
  return <FeedButton feed={feed} create={create} end={end} />;
}
