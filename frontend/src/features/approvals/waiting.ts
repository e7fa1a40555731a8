import type { RequestRead } from '@/api/approvals';
import { getRiyadhDay } from '@/lib/riyadh';

const DAY_MS = 86_400_000;

/** Returns the days that a request has waited at its level, in Riyadh time. */
export function countDaysWaited({ step_since }: Pick<RequestRead, 'step_since'>, now = Date.now()) {
  const days = (moment: string) => Date.parse(getRiyadhDay(moment)) / DAY_MS;
  return days(new Date(now).toISOString()) - days(step_since);
}

/** Returns whether the level's deadline has passed. */
export const isOverdue = (
  { status, due_on }: Pick<RequestRead, 'status' | 'due_on'>,
  now = Date.now(),
) => status === 'pending' && due_on !== null && due_on < getRiyadhDay(new Date(now).toISOString());
