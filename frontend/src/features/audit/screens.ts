import type { Screens } from '@/routes/types';

export const auditScreens: Screens = {
  auditTrail: () => import('./AuditListPage'),
  auditEntry: () => import('./AuditEntryPage'),
};
