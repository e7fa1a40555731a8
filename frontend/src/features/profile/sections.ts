/** The parts of the profile page, which its index and its checklist lead to. */
export const sections = { picture: 'picture', identity: 'identity', personal: 'personal' } as const;
