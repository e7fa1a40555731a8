import type { LevelRead } from '@/api/approvals';

/** Who counts at a level: disabled admins do not. */
export const activeApprovers = (level: LevelRead) => level.approvers.filter(({ active }) => active);
