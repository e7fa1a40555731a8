import type { Screens } from '@/routes/types';

const list = (name: 'AllCandidates' | 'OrganizationCandidates') => async () => ({
  default: (await import('./CandidateList'))[name],
});

export const candidateScreens: Screens = {
  candidates: list('AllCandidates'),
  organizationCandidates: list('OrganizationCandidates'),
  candidateAdd: () => import('./CandidateAddPage'),
  candidateEdit: () => import('./CandidateEditPage'),
  candidateView: () => import('./CandidatePage'),
};
