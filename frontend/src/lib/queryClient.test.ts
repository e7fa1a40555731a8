import { describe, expect, it } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { aProfile, aToken, aUser } from '@/test/factories';
import { queryClient } from './queryClient';
import { chooseProfile, startSession } from './session';

describe('what was fetched', () => {
  it('for one user is not shown to the next, nor to another profile', () => {
    const profiles = [aProfile('admin'), aProfile('candidate')];
    startSession({ access_token: aToken(600), user: aUser({ profiles }) });

    queryClient.setQueryData(['payments'], ['mine']);
    chooseProfile('candidate-profile');
    expect(queryClient.getQueryData(['payments'])).toBeUndefined();

    queryClient.setQueryData(['payments'], ['mine']);
    startSession({ access_token: aToken(600), user: aUser({ id: 'other', profiles }) });
    expect(queryClient.getQueryData(['payments'])).toBeUndefined();
  });

  it('stays while the same user’s token or picture changes', () => {
    const user = aUser({ profiles: [aProfile('admin')] });
    startSession({ access_token: aToken(600), user });
    queryClient.setQueryData(['payments'], ['mine']);
    startSession({ access_token: aToken(600), user: { ...user, image: '/new.webp' } });
    expect(queryClient.getQueryData(['payments'])).toEqual(['mine']);
  });
});

describe('what failed', () => {
  it('is asked for again when the server says, or a little later each time', () => {
    const { retryDelay } = queryClient.getDefaultOptions().queries ?? {};
    if (typeof retryDelay !== 'function') throw new Error('there is no delay');
    expect(retryDelay(0, new ApiProblem(503, { code: 'service.overloaded' }, 7))).toBe(7000);
    expect(retryDelay(1, new ApiProblem(500, {}))).toBe(2000);
  });
});
