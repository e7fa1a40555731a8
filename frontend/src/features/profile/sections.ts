/** The parts of the profile page in their order, which its index and its checklist lead to. */
export const sections = {
  identity: 'identity',
  personal: 'personal',
  picture: 'picture',
  documents: 'documents',
} as const;
