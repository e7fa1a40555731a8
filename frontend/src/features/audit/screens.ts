import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const auditScreens: Screens = {
  auditTrail: withMessages(() => import('./AuditListPage'), 'audit'),
  auditEntry: withMessages(() => import('./AuditEntryPage'), 'audit'),
};
