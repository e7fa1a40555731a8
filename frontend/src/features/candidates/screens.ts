import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const list = (name: 'AllCandidates' | 'OrganizationCandidates') =>
  withMessages(
    async () => ({ default: (await import('./CandidateList'))[name] }),
    'candidates',
    'users',
  );

export const candidateScreens: Screens = {
  candidates: list('AllCandidates'),
  organizationCandidates: list('OrganizationCandidates'),
  candidateAdd: withMessages(
    () => import('./CandidateAddPage'),
    'candidates',
    'confirmations',
    'users',
  ),
  candidateEdit: withMessages(
    () => import('./CandidateEditPage'),
    'candidates',
    'confirmations',
    'users',
  ),
  candidateView: withMessages(
    () => import('./CandidatePage'),
    'audit',
    'candidates',
    'confirmations',
    'users',
  ),
};
