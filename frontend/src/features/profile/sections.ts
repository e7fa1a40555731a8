/** The sections of the profile page, in order, for its index and checklist. */
export const sections = {
  identity: 'identity',
  personal: 'personal',
  picture: 'picture',
  documents: 'documents',
} as const;
