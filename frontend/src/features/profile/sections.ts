/** The parts of the profile page that its checklist leads to. */
export const sections = { identity: 'identity', picture: 'picture' } as const;
