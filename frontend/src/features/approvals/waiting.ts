import type { RequestRead } from '@/api/approvals';
import { getRiyadhDay } from '@/lib/riyadh';

const DAY_MS = 86_400_000;

/** For how many days a request has waited at its level, by the days of the platform. */
export function countDaysWaited({ step_since }: Pick<RequestRead, 'step_since'>, now = Date.now()) {
  const days = (moment: string) => Date.parse(getRiyadhDay(moment)) / DAY_MS;
  return days(new Date(now).toISOString()) - days(step_since);
}

/** Whether its level was to decide before today. */
export const isOverdue = (
  { status, due_on }: Pick<RequestRead, 'status' | 'due_on'>,
  now = Date.now(),
) => status === 'pending' && due_on !== null && due_on < getRiyadhDay(new Date(now).toISOString());
