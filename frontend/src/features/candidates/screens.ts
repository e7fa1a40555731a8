import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const list = (name: 'AllCandidates' | 'OrganizationCandidates') => withMessages(async () => ({ default: (await import('./CandidateList'))[name] }));

export const candidateScreens: Screens = {
  candidates: list('AllCandidates'),
  organizationCandidates: list('OrganizationCandidates'),
  candidateAdd: withMessages(() => import('./CandidateAddPage')),
  candidateEdit: withMessages(() => import('./CandidateEditPage')),
  candidateView: withMessages(() => import('./CandidatePage')),
};
