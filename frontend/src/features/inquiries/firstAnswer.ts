import type { InquiryRow } from '@/api/notifications';

/** Returns the minutes, at least one, until the first answer; null without one. */
export function countAnswerMinutes(
  inquiry: Pick<InquiryRow, 'created_at' | 'first_answered_at'>,
): number | null {
  if (!inquiry.first_answered_at) return null;
  const waited = Date.parse(inquiry.first_answered_at) - Date.parse(inquiry.created_at);
  return Math.max(1, Math.round(waited / 60_000));
}
